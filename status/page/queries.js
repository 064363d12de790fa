// The queries of Prometheus that give the figures of the page.

const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;

/** {site="a.example",action="reject"} */
const selector = (labels) => {
    const parts = Object.entries(labels).map(([name, value]) =>
        value.startsWith("!")
            ? `${name}!=${quoted(value.slice(1))}`
            : `${name}=${quoted(value)}`);
    return parts.length ? `{${parts.join(",")}}` : "";
};

/**
 * By figure. `labels` choose a site or a crawler.
 *
 * @param {Object<string, string>} labels
 */
export const queriesOf = (labels = {}) => {
    const requests = (more = {}) =>
        `sum(robots_requests_total${selector({ ...labels, ...more })})`;
    return {
        requests: requests(),
        violations: requests({ verdict: "!allowed" }),
        delayed: requests({ action: "throttle" }),
        refused: requests({ action: "reject" }),
        impostors: "sum(robots_identified_requests_total" +
            `${selector({ ...labels, identity: "impostor" })})`,
        signed: Object.keys(labels).length === 0
            ? "sum(robots_signatures_total)"
            : `sum(robots_signed_requests_total${selector(labels)})`,
        bytes: `sum(robots_sent_bytes_total${selector(labels)})`,
        robotsTxt: `sum(robots_txt_served_total${selector(labels)})`,
    };
};
