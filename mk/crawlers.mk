# Real crawlers and browsers.

CRAWLER_PACKAGES := python3-protego python3-yaml python3-scrapy \
	python3-mechanize wget wget2 httrack linkchecker libwww-perl htdig swish-e \
	newsboat python3-feedparser python3-github python3-stripe rss2email \
	chromium firefox-esr lynx w3m \
	$(if $(shell command -v npm),,nodejs npm)
CRAWLER_MODULES := tests/crawlers/node_modules/.package-lock.json
# As `make test-crawlers RUN='--only Scrapy --keep'`.
RUN ?=

$(CRAWLER_MODULES): tests/crawlers/package-lock.json
	@npm --prefix tests/crawlers ci --ignore-scripts --no-audit --no-fund \
		--loglevel=error
	@touch $@

.PHONY: test-crawlers
test-crawlers: ## real crawlers and browsers over a site with tricky rules
	@tools/deps $(PACKAGES) $(CRAWLER_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) module robotsctl \
		$(filter $(OUT)/%,$(NGINX)) $(CRAWLER_MODULES)
	@$(TEST_ENV) tests/crawlers/run $(RUN)

.PHONY: test-crawlers-short
test-crawlers-short: RUN = --short
test-crawlers-short: CRAWLER_PACKAGES := python3-protego python3-yaml \
	python3-scrapy wget libwww-perl \
	$(if $(shell command -v npm),,nodejs npm)
test-crawlers-short: test-crawlers ## five of them, in a minute and a half

# Agents that sign what they send.

AGENT_MODULES := tests/agents/node_modules/.package-lock.json

$(AGENT_MODULES): tests/agents/package-lock.json
	@npm --prefix tests/agents ci --ignore-scripts --no-audit --no-fund \
		--loglevel=error
	@touch $@

.PHONY: test-agents
test-agents: ## requests that npm's web-bot-auth signs
	@tools/deps $(PACKAGES) $(if $(shell command -v npm),,nodejs npm)
	@$(MAKE) --no-print-directory -j$(JOBS) module $(filter $(OUT)/%,$(NGINX)) \
		$(AGENT_MODULES)
	@$(TEST_ENV) node --test tests/agents/*.test.mjs
