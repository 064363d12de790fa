// Where the JSON comes from: the server, or data inside the page.

/**
 * The data inside a page that works without a server: answers by query.
 *
 * @typedef {Object} PageData
 * @property {Object<string, Object>} answers
 */

/** @returns {PageData|null} null: the page asks the server */
const dataInside = () => {
    const text = document.getElementById("data").textContent.trim();
    return text ? JSON.parse(text) : null;
};

// Keeps only the violations of the crawler and the site that `parameters` name.
const violationsOf = (all, parameters) => ({ ...all,
    last_violations: all.last_violations.filter((row) =>
        ["crawler", "site"].every((name) => !parameters.get(name) ||
            row[name].toLowerCase() === parameters.get(name).toLowerCase())),
});

const spelled = (question) => new URLSearchParams(question).toString();

const fromPage = (data) => async (question) => {
    const answers = new Map(Object.entries(data.answers)
        .map(([key, answer]) => [spelled(key), answer]));
    const parameters = new URLSearchParams(question);
    if (parameters.get("view") === "violations") {
        return violationsOf(data.answers["view=violations"], parameters);
    }
    return answers.get(spelled(question)) ?? { ...data.answers[""], view: "error",
        error: "This page does not have that view." };
};

const fromServer = async (question) => {
    const answer = await fetch(`?format=json&${question}`, {
        cache: "no-store",
        credentials: "same-origin",
    });
    if (!answer.ok && answer.status !== 404) {
        throw new Error(`The server answered ${answer.status}.`);
    }
    return answer.json();
};

/**
 * `ask` returns the JSON for a query; `live`: whether later answers may differ.
 *
 * @returns {{ask: (question: string) => Promise<Object>, live: boolean}}
 */
export const openSource = () => {
    const data = dataInside();
    return data
        ? { ask: fromPage(data), live: false }
        : { ask: fromServer, live: true };
};
