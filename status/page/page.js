// What the status page does beyond what its links and forms do without a
// script: it sorts and filters tables in place, keeps that in the URL, and
// refreshes when nobody is busy with it. Text only ever becomes text.
(() => {
    "use strict";

    const root = document.documentElement;
    root.classList.add("js");

    const say = (id, text) => {
        const status = document.getElementById(id);
        if (status && status.textContent !== text) {
            status.textContent = text;
        }
    };

    // ---- the URL ---------------------------------------------------------

    // This page with `value` for one parameter; without it where it is empty.
    const addressWith = (name, value) => {
        const url = new URL(location.href);
        if (value) {
            url.searchParams.set(name, value);
        } else {
            url.searchParams.delete(name);
        }
        url.hash = "";
        return url;
    };

    // Links that set one parameter and keep the others.
    const keepLinks = () => {
        for (const link of document.querySelectorAll("a[data-set]")) {
            link.href = addressWith(link.dataset.set, link.dataset.to).href;
        }
    };

    const remember = (name, value) => {
        history.replaceState(null, "", addressWith(name, value));
        keepLinks();
    };

    // ---- sorting ---------------------------------------------------------

    const order = new Intl.Collator("en", { numeric: true });

    const compare = (column) => (a, b) => {
        const x = a.cells[column];
        const y = b.cells[column];
        if (x.dataset.v !== undefined && y.dataset.v !== undefined) {
            return Number(x.dataset.v) - Number(y.dataset.v);
        }
        return order.compare(x.textContent, y.textContent);
    };

    const flipped = (key) =>
        key.startsWith("-") ? key.slice(1) : "-" + key;

    // `key` names a column; with "-" in front, from the greatest down.
    const sort = (table, heading, key) => {
        const down = key.startsWith("-");
        const body = table.tBodies[0];
        const by = compare(heading.cellIndex);
        const rows = [...body.rows].sort((a, b) => (down ? by(b, a) : by(a, b)));
        body.append(...rows);

        for (const each of table.tHead.rows[0].cells) {
            const link = each.querySelector("a[data-set]");
            if (!link) {
                continue;
            }
            if (each === heading) {
                each.setAttribute("aria-sort", down ? "descending" : "ascending");
                link.dataset.to = flipped(key);
            } else {
                each.removeAttribute("aria-sort");
                link.dataset.to = link.dataset.first;
            }
        }
    };

    const makeSortable = (table) => {
        table.tHead.addEventListener("click", (event) => {
            const link = event.target.closest("a[data-set]");
            if (!link || event.ctrlKey || event.metaKey || event.shiftKey) {
                return;
            }
            event.preventDefault();
            const key = link.dataset.to;
            sort(table, link.closest("th"), key);
            remember(link.dataset.set, key);
            say(
                table.id + "-said",
                "Sorted by " + link.textContent +
                    (key.startsWith("-") ? ", descending" : ", ascending"),
            );
        });
    };

    // ---- filtering -------------------------------------------------------

    const makeFilterable = (table, form) => {
        const text = form.querySelector("input[type=search]");
        const kind = form.querySelector("select");

        const apply = () => {
            const wanted = text.value.trim().toLowerCase();
            const category = kind ? kind.value : "";
            let shown = 0;
            for (const row of table.tBodies[0].rows) {
                const fits =
                    row.cells[0].textContent.toLowerCase().includes(wanted) &&
                    (category === "" || row.dataset.kind === category);
                row.hidden = !fits;
                shown += fits ? 1 : 0;
            }
            const all = table.tBodies[0].rows.length;
            say(
                table.id + "-said",
                shown === all ? all + " shown" : shown + " of " + all + " shown",
            );
            remember(text.name, text.value.trim());
            if (kind) {
                remember(kind.name, category);
            }
        };

        form.addEventListener("input", apply);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            apply();
        });
    };

    // ---- refreshing ------------------------------------------------------

    const kPlace = "robots-status-place";

    // What has the focus, so that it has it again after a refresh.
    const placeOf = (element) => {
        if (!element || element === document.body) {
            return null;
        }
        const set = element.dataset && element.dataset.set;
        return {
            id: element.id || null,
            href: set ? null : element.getAttribute("href"),
            first: set ? element.dataset.first || element.id : null,
            set: set || null,
        };
    };

    const find = (place) => {
        if (place.id) {
            return document.getElementById(place.id);
        }
        const all = [...document.querySelectorAll("a")];
        return place.set
            ? all.find((a) => a.dataset.set === place.set &&
                  a.dataset.first === place.first)
            : all.find((a) => a.getAttribute("href") === place.href);
    };

    // Storage may be denied; then the focus is lost, and nothing else.
    const leavePlace = () => {
        try {
            const open = [...document.querySelectorAll("details[open][id]")];
            sessionStorage.setItem(kPlace, JSON.stringify({
                focus: placeOf(document.activeElement),
                open: open.map((details) => details.id),
            }));
        } catch {
            return;
        }
    };

    const resumePlace = () => {
        try {
            const place = JSON.parse(sessionStorage.getItem(kPlace));
            sessionStorage.removeItem(kPlace);
            for (const id of place ? place.open : []) {
                const details = document.getElementById(id);
                if (details) {
                    details.open = true;
                }
            }
            const element = place && place.focus ? find(place.focus) : null;
            if (element) {
                element.focus({ preventScroll: true });
            }
        } catch {
            return;
        }
    };

    const isBusy = () => {
        const focused = document.activeElement;
        const selection = getSelection();
        return (
            document.hidden ||
            (focused && focused.matches("input, select, textarea")) ||
            (selection && !selection.isCollapsed)
        );
    };

    const refreshEvery = (seconds) => {
        const note = document.getElementById("refresh-said");
        const usual = note ? note.textContent : "";
        let left = seconds;
        setInterval(() => {
            left = Math.max(0, left - 1);
            const busy = isBusy();
            if (note) {
                note.textContent = busy && !document.hidden
                    ? "Waits while you type or select"
                    : usual;
            }
            if (left === 0 && !busy) {
                left = seconds;
                leavePlace();
                location.reload();
            }
        }, 1000);
    };

    // ---- all of it -------------------------------------------------------

    for (const table of document.querySelectorAll("table[data-whole]")) {
        makeSortable(table);
        const form = document.getElementById(table.id + "-filter");
        if (form) {
            makeFilterable(table, form);
        }
    }
    for (const time of document.querySelectorAll("time")) {
        time.title = new Date(time.dateTime).toLocaleString();
    }
    keepLinks();
    resumePlace();
    const seconds = Number(document.body.dataset.refresh);
    if (seconds > 0) {
        refreshEvery(seconds);
    }
})();
