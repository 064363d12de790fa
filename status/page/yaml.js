// YAML that changes what the policy does, to be pasted into it.

/**
 * @typedef {Object} Advice
 * @property {string} label what the button says
 * @property {string} yaml its first line says where it goes
 */

// What a group or an entry of the catalogue may be named (docs/policy.md).
const isToken = (text) => /^[A-Za-z0-9_.-]{1,64}$/.test(text);

// Single quotes take any text in one line.
const quoted = (text) => `'${text.replace(/'/g, "''")}'`;

const advice = (label, where, lines) =>
    ({ label, yaml: `# Paste ${where}.\n${lines.join("\n")}\n` });

const item = (label, where, [first, ...lines]) => advice(label, where,
    [`- ${first}`, ...lines.map((line) => `  ${line}`)]);

const slowed = [
    "crawl_delay: 5s",
    "enforce: {crawl_delay: throttle, at_most: {unsupported: throttle}}",
];
const refused = ["disallow: /", "enforce: {disallow: reject}"];

const isSame = (a, b) => a.toLowerCase() === b.toLowerCase();

// Into the group that a crawler has already: a second one that names it would
// take it out of the group of its category, with all its rules.
const inGroup = (label, token, lines) => ({ label, yaml:
    `# Paste into the group that ${token} has (by name, category or operator)` +
    ",\n# in place of the same keys. It is for all crawlers of that group.\n" +
    `${lines.join("\n")}\n` });

/**
 * @param {string} token
 * @param {string|null} group what applies to it now: "*", its own token, that
 *     of another crawler, or null
 * @param {string|null} site where it does
 */
const keyed = (token, group, site) => {
    const where = "below `groups:` of " + (site && !site.startsWith("(")
        ? `${site}, or of its template` : "a site or a template");
    const name = `user_agent: ${quoted(token)}`;
    if (group !== null && isSame(group, token)) {
        return { own: (label, lines) => inGroup(label, token, lines),
            anew: (label, lines) => item(label, where, [name, ...lines]) };
    }
    // A group of its own leaves the rules of another, unless it inherits them.
    const kept = group === null ? [] : [`inherit: ${quoted(group)}`];
    return { own: (label, lines) => item(label, where,
        [name, ...kept, ...lines]),
    anew: (label, lines) => item(label, where, [name, ...lines]) };
};

/**
 * @param {string} token
 * @param {string|null} group
 * @param {string} site
 * @returns {Advice[]}
 */
export const crawlerAdvice = (token, group, site) => {
    if (!isToken(token)) {
        return [];
    }
    const { own, anew } = keyed(token, group, site);
    return [
        own("Slow down", slowed),
        anew("Refuse", refused),
        own("Exempt", ["enforce: off"]),
        own("Log only", ["enforce: log"]),
    ];
};

/**
 * For those who only claim to be that crawler.
 *
 * @param {string} token
 * @param {string|null} group
 * @param {string} site
 * @returns {Advice[]}
 */
export const impostorAdvice = (token, group, site) => isToken(token)
    ? [keyed(token, group, site).own("Refuse",
        ["enforce: {impostor: reject}"])] : [];

/**
 * For all crawlers of a site that have no group of their own, or for all.
 *
 * @param {string} site as the policy names it
 * @returns {Advice[]}
 */
export const siteAdvice = (site) => {
    const groups = `below \`groups:\` of ${site}`;
    const instead = `in ${site}, in place of its \`enforce:\` if it has one`;
    return [
        item("Slow down", groups, ["user_agent: \"*\"", ...slowed]),
        item("Refuse", groups, ["user_agent: \"*\"", ...refused]),
        advice("Exempt", instead, ["enforce: off"]),
        advice("Log only", instead, ["enforce: log"]),
        advice("Suspend", `in ${site}`, ["suspend: {retry_after: 1h}"]),
    ];
};

/**
 * @param {string} name what an unlisted crawler calls itself
 * @param {string|null} group what applies to it now
 * @param {string} site where it was seen last
 * @returns {Advice[]}
 */
export const nameAdvice = (name, group, site) => isToken(name) ? [
    item("Name it", "below `crawlers:`, at the top level",
        [`token: ${quoted(name)}`, "category: other"]),
    ...crawlerAdvice(name, group, site),
] : [];
