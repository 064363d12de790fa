# The status: what it costs, and its page in a browser.

.PHONY: measure-status
measure-status: $(OUT)/tests/measure/status_cost ## what an answer of robots_status costs a worker
	@$<

$(OUT)/tests/measure/status_cost: $(OUT)/tests/measure/status_cost.o $(COMMON_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS)

# Where there is a Node.js with npm, it will do.
BROWSER_PACKAGES := chromium fonts-inter \
	$(if $(shell command -v npm),,nodejs npm)
SCREENSHOT_PACKAGES := pngquant
BROWSER_MODULES := tests/browser/node_modules/.package-lock.json

.PHONY: browser-deps
browser-deps:
	@tools/deps $(PACKAGES) $(BROWSER_PACKAGES) $(MORE_PACKAGES)
	@$(MAKE) --no-print-directory $(BROWSER_MODULES)

$(BROWSER_MODULES): tests/browser/package-lock.json
	@npm --prefix tests/browser ci --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: test-browser
test-browser: browser-deps ## the status page in Chromium, with axe-core
	@$(MAKE) --no-print-directory -j$(JOBS) module robotsctl \
		$(filter $(OUT)/%,$(NGINX))
	@$(TEST_ENV) node tests/browser/run.mjs \
		$(or $(FILES),$(wildcard tests/browser/*.test.mjs))

.PHONY: screenshots
screenshots: MORE_PACKAGES = $(SCREENSHOT_PACKAGES)
screenshots: browser-deps ## docs/images/status-*.png, from a day of traffic
	@$(MAKE) --no-print-directory -j$(JOBS) module $(filter $(OUT)/%,$(NGINX))
	@$(TEST_ENV) node tests/browser/screenshots.mjs docs/images
