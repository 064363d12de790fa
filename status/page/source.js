// Where the JSON comes from: the server, or the page itself.

/**
 * A page with its data inside has all answers, by the query of the question.
 *
 * @typedef {Object} PageData
 * @property {Object<string, Object>} answers
 */

/** @returns {PageData|null} */
const dataInside = () => {
    const text = document.getElementById("data").textContent.trim();
    return text ? JSON.parse(text) : null;
};

// The violations of all, or of a crawler or a site.
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
 * How to ask, and whether the answers ever change.
 *
 * @returns {{ask: (question: string) => Promise<Object>, live: boolean}}
 */
export const openSource = () => {
    const data = dataInside();
    return data
        ? { ask: fromPage(data), live: false }
        : { ask: fromServer, live: true };
};
