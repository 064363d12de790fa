// A policy and crawlers, as a site meets them.

export const headers = {
    googlebot:
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    bingbot:
        "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    gptbot:
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; " +
        "GPTBot/1.2; +https://openai.com/gptbot)",
    claudebot:
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; " +
        "ClaudeBot/1.0; +claudebot@anthropic.com)",
    bytespider:
        "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like " +
        "Gecko) Mobile Safari/537.36 (compatible; Bytespider; " +
        "spider-feedback@bytedance.com)",
    ahrefs: "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    semrush:
        "Mozilla/5.0 (compatible; SemrushBot/7~bl; " +
        "+http://www.semrush.com/bot.html)",
    ccbot: "CCBot/2.0 (https://commoncrawl.org/faq/)",
    applebot:
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 " +
        "(KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; " +
        "+http://www.apple.com/go/applebot)",
    perplexity:
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; " +
        "PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
    curl: "curl/8.5.0",
    stripe: "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    unlisted: "Librarybot/0.3 (+https://library.example/bot)",
};

export const policy = `
version: 1
enforce:
  disallow: reject
  crawl_delay: log
  burst: 0
  tolerance: 10%
templates:
  production:
    comment: "Questions about crawling? bots@\${host}"
    sitemap: https://\${host}/sitemap.xml
    groups:
      - user_agent: "*"
        disallow:
          - {directory: /admin}
          - {query: sessionid}
          - /drafts/*/private
        allow: /admin/help/
        crawl_delay: 2s
      - user_agent: [Googlebot, Bingbot]
        inherit: "*"
        enforce: {disallow: log}
        allow: /drafts/news/private
      - category: ai-training
        disallow: /
sites:
  - {host: [example.com, www.example.com], template: production}
  - {host: shop.example.com, template: production, max_age: 2h}
  - {host: docs.example.com, template: production}
  - {host: old.example.com, suspend: {retry_after: 1h}}
default:
  groups: [{user_agent: "*", disallow: /}]
`;
