// Elements, made and brought up to date. Text only ever becomes text.

/** @typedef {Node|string|number|null|undefined|false|Child[]} Child */

const svgNames = new Set(["svg", "g", "rect", "line", "path", "circle", "title"]);
const svgSpace = "http://www.w3.org/2000/svg";

/**
 * An element. An attribute that is true has no value; one that is false, null
 * or undefined is left out.
 *
 * @param {string} name
 * @param {Object<string, string|number|boolean|null|undefined>} attributes
 * @param {...Child} children
 */
export const h = (name, attributes = {}, ...children) => {
    const element = svgNames.has(name)
        ? document.createElementNS(svgSpace, name)
        : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(key, value === true ? "" : String(value));
        }
    }
    element.append(...nodes(children));
    return element;
};

/** The title of a bar, which is SVG's, not the document's.
 * @param {Child[]} children */
const nodes = (children) =>
    children.flat(Infinity)
        .filter((child) => child !== null && child !== undefined &&
            child !== false && child !== "")
        .map((child) => child instanceof Node
            ? child
            : document.createTextNode(String(child)));

const keyOf = (node) => node instanceof Element ? node.id || null : null;

const fits = (old, made) =>
    old.nodeType === made.nodeType && old.nodeName === made.nodeName &&
    keyOf(old) === keyOf(made);

const patchAttributes = (old, made) => {
    for (const { name } of [...old.attributes]) {
        // What the reader has opened stays open.
        if (!made.hasAttribute(name) &&
            !(name === "open" && old.localName === "details")) {
            old.removeAttribute(name);
        }
    }
    for (const { name, value } of made.attributes) {
        const opens = name === "open" && old.localName === "details";
        if (!opens && old.getAttribute(name) !== value) {
            old.setAttribute(name, value);
        }
    }
};

// What a field holds is its reader's while it has the focus.
const patchField = (old, made) => {
    if (old === document.activeElement) {
        return;
    }
    if (["input", "select", "textarea"].includes(old.localName)) {
        old.value = made.value;
    }
};

/**
 * Makes `old` what `made` is, changing only what differs: focus, selection,
 * scroll positions and open details stay.
 *
 * @param {Node} old
 * @param {Node} made
 */
const patch = (old, made) => {
    if (old.nodeType === Node.TEXT_NODE) {
        if (old.data !== made.data) {
            old.data = made.data;
        }
        return;
    }
    patchAttributes(old, made);
    patchChildren(old, [...made.childNodes]);
    patchField(old, made);
};

/**
 * Children with an id are found again wherever they were.
 *
 * @param {Element} parent
 * @param {Node[]} made
 */
const patchChildren = (parent, made) => {
    const known = new Map();
    for (const child of parent.children) {
        if (child.id) {
            known.set(child.id, child);
        }
    }
    let at = parent.firstChild;
    for (const child of made) {
        const key = keyOf(child);
        const same = key ? known.get(key) : at;
        if (!same || !fits(same, child)) {
            parent.insertBefore(child, at);
            continue;
        }
        if (same === at) {
            at = at.nextSibling;
        } else {
            parent.insertBefore(same, at);
        }
        patch(same, child);
    }
    while (at) {
        const next = at.nextSibling;
        at.remove();
        at = next;
    }
};

/**
 * Makes `children` the contents of an element that is shown.
 *
 * @param {Element} parent
 * @param {...Child} children
 */
export const show = (parent, ...children) =>
    patchChildren(parent, nodes(children));

/**
 * Tells readers who do not see what changed.
 *
 * @param {string} text
 */
export const say = (text) => {
    document.getElementById("said").textContent = text;
};
