// Makes elements, and updates those on the page. Strings become text nodes, and
// are never parsed as HTML.

/** @typedef {Node|string|number|null|undefined|false|Child[]} Child */

// "title" is here for the tooltips of bars: h() makes no other <title>.
const svgNames = new Set(["svg", "g", "rect", "line", "path", "circle", "title"]);
const svgSpace = "http://www.w3.org/2000/svg";

/**
 * Makes an element. An attribute that is true gets the value ""; an attribute
 * that is false, null or undefined is left out.
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

/** Flattens `children`, drops empty ones, and turns strings into text nodes.
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
        // The reader opens and closes <details>: `open` is never patched.
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

// Updates the value of a form field, unless the field has the focus: the reader
// may be typing.
const patchField = (old, made) => {
    if (old === document.activeElement) {
        return;
    }
    if (["input", "select", "textarea"].includes(old.localName)) {
        old.value = made.value;
    }
};

/**
 * Makes `old` equal to `made`. Only what differs is changed, so that focus,
 * selection, scroll positions and open <details> stay.
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
 * Makes the children of `parent` equal to `made`. Children with an id are
 * matched by id, wherever they are. Other children are matched by position.
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
 * Makes `children` the contents of `parent`, and changes only what differs.
 *
 * @param {Element} parent
 * @param {...Child} children
 */
export const show = (parent, ...children) =>
    patchChildren(parent, nodes(children));

/**
 * Lets screen readers say `text`, such as what has changed on the page.
 *
 * @param {string} text
 */
export const say = (text) => {
    document.getElementById("said").textContent = text;
};
