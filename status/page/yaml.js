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
    "enforce: {crawl_delay: throttle, unsupported: throttle}",
];
const refused = ["disallow: /", "enforce: {disallow: reject}"];

/**
 * @param {string} token
 * @param {string|null} group what applies to it now: "*", its own, or null
 * @returns {Advice[]}
 */
export const crawlerAdvice = (token, group) => {
    if (!isToken(token)) {
        return [];
    }
    const where = "below `groups:` of a site or a template";
    const name = `user_agent: ${quoted(token)}`;
    // A group of its own leaves the rules of "*", unless it inherits them.
    const kept = group === "*" ? ["inherit: \"*\""] : [];
    return [
        item("Slow down", where, [name, ...kept, ...slowed]),
        item("Refuse", where, [name, ...refused]),
        item("Exempt", where, [name, ...kept, "enforce: off"]),
        item("Log only", where, [name, ...kept, "enforce: log"]),
    ];
};

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
 * @returns {Advice[]}
 */
export const nameAdvice = (name) => isToken(name) ? [
    item("Name it", "below `crawlers:`, at the top level",
        [`token: ${quoted(name)}`, "category: other"]),
    ...crawlerAdvice(name, "*"),
] : [];
