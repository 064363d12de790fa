// The page: it asks for what the URL says, shows it, and does so again when the
// URL or the figures change.

import { h, say, show } from "./dom.js";
import { foreign } from "./text.js";
import {
    changed, elsewhere, questionOf, stateFrom, valueOf,
} from "./state.js";
import { openSource } from "./source.js";
import { bannersOf, footerOf, headerOf, isPaused, refreshSeconds } from "./frame.js";
import { rowsAtOnce } from "./table.js";
import { overviewOf } from "./overview.js";
import { crawlerOf } from "./crawler.js";
import { siteOf } from "./site.js";
import { violationsOf } from "./violations.js";
import { explainOf } from "./explain.js";

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

// As the server cuts the list of sites.
const sitesOfPart = 500;

/** One page in one browser. */
class App {
    #source = openSource();
    #state = stateFrom(location.search);
    #all = null; // the JSON that is shown
    #sites = []; // rows of all sites that are known
    #drawn = new Map(); // rows wanted, by table
    #asked = 0; // questions; only the answer to the last is shown
    #isAsking = false; // for more sites
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
            const all = await this.#source.ask(questionOf(this.#state));
            if (asked !== this.#asked) {
                return;
            }
            this.#all = all;
            this.#takeSites();
            this.#show();
            this.#askForSites();
        } catch (error) {
            if (asked === this.#asked) {
                show(document.getElementById("main"), failed(error));
            }
        }
    }

    #show() {
        const all = this.#all;
        const context = {
            state: this.#state, drawn: this.#drawn, sites: this.#sites,
        };
        const view = all.view === "error" ? notFound : views[all.view];
        document.title =
            `${titles[all.view](all).slice(0, 128)} · robots status`;
        this.#showHeader();
        show(document.getElementById("main"),
            bannersOf(all.server), view(all, context));
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
        this.#askForSites();
    }

    // ---- sites: only the busiest come at once ------------------------------

    #takeSites() {
        if (this.#all.view !== "overview") {
            return;
        }
        const { rows } = this.#all.sites;
        const fresh = new Set(rows.map((row) => row.site));
        this.#sites = [...rows,
            ...this.#sites.filter((row) => !fresh.has(row.site))];
    }

    // Whether the reader wants to see sites that are not known yet.
    #needsSites() {
        return this.#source.live && this.#all.view === "overview" &&
            this.#sites.length < this.#all.sites.total &&
            ((this.#drawn.get("sites") ?? rowsAtOnce) >= this.#sites.length ||
                valueOf(this.#state, "site_name") !== "" ||
                valueOf(this.#state, "sort_sites") !== "");
    }

    async #askForSites() {
        if (this.#isAsking) {
            return;
        }
        this.#isAsking = true;
        try {
            let part = Math.floor(this.#sites.length / sitesOfPart) + 1;
            while (this.#needsSites() && await this.#takePart(part)) {
                part += 1;
            }
        } finally {
            this.#isAsking = false;
        }
    }

    // Whether there are more.
    async #takePart(part) {
        const { sites } = await this.#source.ask(`view=sites&sites=${part}`);
        const known = new Set(this.#sites.map((row) => row.site));
        this.#sites.push(...sites.rows.filter((row) => !known.has(row.site)));
        this.#show();
        return sites.first + sites.rows.length < sites.total;
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
        this.#state = stateFrom(location.search);
        this.#left = refreshSeconds;
        if (questionOf(this.#state) === before && this.#all) {
            this.#show();
            this.#askForSites();
            return;
        }
        this.#drawn.clear();
        if (!replaces) {
            scrollTo(0, 0);
            document.getElementById("main").focus({ preventScroll: true });
        }
        this.#load();
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
            // The same question, asked again.
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
            // Plain HTTP, or a browser that does not let the page: the reader
            // copies what is selected.
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
