// The page: fetches the JSON for the view that the URL names, and shows it. The
// page repeats this when the URL changes, and every `refreshSeconds`.

import { h, say, show } from "./dom.js";
import { foreign } from "./text.js";
import {
    changed, elsewhere, questionOf, stateFrom, valueOf,
} from "./state.js";
import { openSource } from "./source.js";
import { bannersOf, footerOf, headerOf, isPaused, refreshSeconds } from "./frame.js";
import { lists, needsMore, nextPart } from "./lists.js";
import { rowsAtOnce } from "./table.js";
import { overviewOf } from "./overview.js";
import { crawlerOf } from "./crawler.js";
import { siteOf } from "./site.js";
import { violationsOf } from "./violations.js";
import { explainOf } from "./explain.js";
import { actsPanel, actsQuestion } from "./acts.js";

const views = {
    overview: overviewOf, sites: overviewOf, crawler: crawlerOf, site: siteOf,
    violations: violationsOf, explain: explainOf,
};

const titles = {
    overview: () => "Overview", violations: () => "Violations",
    explain: () => "Explain a URL", error: () => "Not found",
    crawler: (all) => all.crawler.crawler, site: (all) => all.site.site,
};

const notFound = (all, { state }) => [
    h("h1", {}, "Not found"),
    h("p", { class: "lead" }, foreign(all.error), " ",
        foreign(valueOf(state, "crawler") || valueOf(state, "site")), " ",
        h("a", { href: elsewhere(state) }, "Overview")),
];

const failed = (error) => [
    h("h1", {}, "No answer"),
    h("p", { class: "lead", role: "alert" }, `${error.message} `,
        "The page tries again."),
];

/** The page in a browser: its state, and the handlers of its events. */
class App {
    #source = openSource();
    #state = stateFrom(location.search);
    #all = null; // the JSON of the shown view
    #acts = null; // the JSON of the open panel of acts; null: none is open
    #rows = { crawlers: [], sites: [] }; // all rows fetched so far, by list
    #drawn = new Map(); // how many rows the reader wants, by id of the table
    #asked = 0; // calls of #load(); only the answer to the last is shown
    #isAsking = false; // #askForRows() is running
    #opener = ""; // id of the link that opened the panel of acts
    #note = "";
    #left = refreshSeconds;
    #seen = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) {
            if (isIntersecting) {
                this.#drawMore(target.dataset.more);
            }
        }
    }, { rootMargin: "600px" });

    start() {
        document.addEventListener("click", (event) => this.#click(event));
        document.addEventListener("submit", (event) => this.#submit(event));
        document.addEventListener("input", (event) => this.#input(event));
        document.addEventListener("keydown", ({ key }) => {
            if (key === "Escape") {
                document.getElementById("acts-close")?.click();
            }
        });
        addEventListener("popstate", () => this.#moved());
        if (this.#source.live) {
            setInterval(() => this.#tick(), 1000);
        }
        this.#load();
    }

    // ---- showing -----------------------------------------------------------

    async #load() {
        const asked = ++this.#asked;
        try {
            const acts = actsQuestion(this.#state);
            const answers = await Promise.all([
                this.#source.ask(questionOf(this.#state)),
                acts ? this.#source.ask(acts) : null]);
            if (asked !== this.#asked) {
                return;
            }
            [this.#all, this.#acts] = answers;
            this.#takeRows();
            this.#show();
            this.#askForRows();
        } catch (error) {
            if (asked === this.#asked) {
                show(document.getElementById("main"), failed(error));
            }
        }
    }

    #show() {
        const all = this.#all;
        const context = {
            state: this.#state, drawn: this.#drawn, ...this.#rows,
        };
        const view = all.view === "error" ? notFound : views[all.view];
        document.title =
            `${titles[all.view](all).slice(0, 128)} · robots status`;
        this.#showHeader();
        show(document.getElementById("main"),
            bannersOf(all.server), view(all, context),
            actsPanel(this.#acts, this.#state));
        show(document.getElementById("footer"),
            footerOf(all.server, this.#source.live));
        this.#seen.disconnect();
        for (const button of document.querySelectorAll("[data-more]")) {
            this.#seen.observe(button);
        }
    }

    #showHeader() {
        show(document.getElementById("header"), headerOf({
            state: this.#state, live: this.#source.live, note: this.#note,
        }));
    }

    #drawMore(table) {
        const drawn = this.#drawn.get(table) ?? rowsAtOnce;
        this.#drawn.set(table, drawn + rowsAtOnce);
        this.#show();
        this.#askForRows();
    }

    // ---- more crawlers and sites: the first answer has only the busiest ----

    #takeRows() {
        if (this.#all.view !== "overview") {
            return;
        }
        for (const [name, { keyOf }] of Object.entries(lists)) {
            const { rows } = this.#all[name];
            const fresh = new Set(rows.map(keyOf));
            this.#rows[name] = [...rows,
                ...this.#rows[name].filter((row) => !fresh.has(keyOf(row)))];
        }
    }

    #needsMore(name) {
        return this.#source.live && this.#all.view === "overview" &&
            needsMore(name, {
                known: this.#rows[name].length,
                total: this.#all[name].total,
                drawn: this.#drawn.get(name) ?? rowsAtOnce,
                state: this.#state,
            });
    }

    async #askForRows() {
        if (this.#isAsking) {
            return;
        }
        this.#isAsking = true;
        try {
            for (const name of Object.keys(lists)) {
                await this.#takeParts(name);
            }
        } finally {
            this.#isAsking = false;
        }
    }

    // Fetches parts of the list `name` until all rows that the reader wants are
    // known. Drawing takes longer than fetching: so this function draws at the
    // end, and before that at most once a second.
    async #takeParts(name) {
        let part = nextPart(this.#rows[name].length);
        let drawn = performance.now();
        let isLast = false;
        while (!isLast && this.#needsMore(name)) {
            isLast = await this.#takePart(name, part);
            part += 1;
            if (isLast || !this.#needsMore(name) ||
                performance.now() - drawn > 1000) {
                this.#show();
                drawn = performance.now();
            }
        }
    }

    // Fetches a part of the list `name`. Returns whether it is the last part.
    async #takePart(name, part) {
        const { question, keyOf } = lists[name];
        const list = (await this.#source.ask(question(part)))[name];
        const known = new Set(this.#rows[name].map(keyOf));
        this.#rows[name].push(
            ...list.rows.filter((row) => !known.has(keyOf(row))));
        return list.first + list.rows.length >= list.total;
    }

    // ---- what the reader does ----------------------------------------------

    #go(href, replaces) {
        if (replaces) {
            history.replaceState(null, "", href);
        } else {
            history.pushState(null, "", href);
        }
        this.#moved(replaces);
    }

    #moved(replaces = false) {
        const before = questionOf(this.#state);
        const acts = actsQuestion(this.#state);
        this.#state = stateFrom(location.search);
        this.#left = refreshSeconds;
        if (questionOf(this.#state) === before && this.#all) {
            if (actsQuestion(this.#state) !== acts) {
                this.#showActs();
                return;
            }
            this.#show();
            this.#askForRows();
            return;
        }
        this.#drawn.clear();
        if (!replaces) {
            scrollTo(0, 0);
            document.getElementById("main").focus({ preventScroll: true });
        }
        this.#load();
    }

    // Opens or closes the panel of acts. Opening moves the focus to its title;
    // closing moves the focus back to the link that opened the panel.
    async #showActs() {
        const opener = document.activeElement?.id;
        await this.#load();
        const title = document.getElementById("acts-title");
        if (title) {
            this.#opener = opener;
            title.focus();
        } else {
            document.getElementById(this.#opener)?.focus();
        }
    }

    #click(event) {
        const button = event.target.closest("button");
        if (button?.dataset.copy !== undefined) {
            this.#copy(button);
            return;
        }
        if (button?.dataset.more !== undefined) {
            this.#drawMore(button.dataset.more);
            return;
        }
        const link = event.target.closest("a");
        const own = link?.getAttribute("href")?.startsWith("?");
        if (!own || event.ctrlKey || event.metaKey || event.shiftKey ||
            link.getAttribute("href").startsWith("?format=")) {
            return;
        }
        event.preventDefault();
        if (link.dataset.say) {
            say(link.dataset.say);
        }
        this.#go(link.getAttribute("href"), link.hasAttribute("data-replace"));
    }

    #submit(event) {
        event.preventDefault();
        if (event.target.hasAttribute("data-go")) {
            const fields = Object.fromEntries(
                [...new FormData(event.target)].filter(([, value]) => value));
            this.#go(elsewhere(this.#state, fields), false);
            // #go() does not fetch again if the question is the same.
            this.#load();
        }
    }

    #input(event) {
        const form = event.target.closest("[data-filter]");
        if (form) {
            const { name, value } = event.target;
            this.#go(changed(this.#state, { [name]: value.trim() }), true);
            say(form.closest("section").querySelector("h2").textContent);
        }
    }

    async #copy(button) {
        try {
            await navigator.clipboard.writeText(button.dataset.copy);
            say("Copied");
            button.textContent = "Copied";
        } catch {
            // Browsers deny access to the clipboard over plain HTTP, and may
            // deny it always. Select the text, so that the reader can copy it.
            const text = button.previousElementSibling;
            getSelection().selectAllChildren(text ?? button);
            say("Selected; copy it with the keyboard");
            button.textContent = "Selected";
        }
    }

    // ---- refreshing --------------------------------------------------------

    #isBusy() {
        const focused = document.activeElement;
        const selection = getSelection();
        return document.hidden ||
            focused?.matches("input, select, textarea") ||
            (selection && !selection.isCollapsed);
    }

    #tick() {
        if (isPaused(this.#state) || this.#state.view === "explain") {
            return;
        }
        this.#left = Math.max(0, this.#left - 1);
        const busy = this.#isBusy();
        const note = busy && !document.hidden
            ? "Waits while you type or select" : "";
        if (note !== this.#note) {
            this.#note = note;
            this.#showHeader();
        }
        if (this.#left === 0 && !busy) {
            this.#left = refreshSeconds;
            this.#load();
        }
    }
}

new App().start();
