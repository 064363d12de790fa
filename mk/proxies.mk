# Real proxies in front of nginx, as docs/deployment.md configures them.

# Not apache2, which starts a server on port 80.
PROXY_PACKAGES := haproxy varnish hitch apache2-bin caddy openssl curl python3
# As `make test-proxies PROXIES='--only haproxy --keep'`.
PROXIES ?=

.PHONY: test-proxies
test-proxies: ## the recipes of docs/deployment.md and robotsctl probe, with real proxies
	@tools/deps $(PROXY_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) module robotsctl $(filter $(OUT)/%,$(NGINX))
	@$(TEST_ENV) tests/proxies/run $(PROXIES)
	@$(TEST_ENV) tests/proxies/probe
