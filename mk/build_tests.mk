# What installs, packages and releases: scripts in tests/build/.

BUILD_TESTS := $(filter-out %/static_test,$(wildcard tests/build/*_test))

.PHONY: test-build
test-build: module robotsctl ## what installs and releases, in temporary folders
	@for test in $(BUILD_TESTS); do \
		echo "$$test"; \
		ROBOTS_BUILT='$(OUT)' ROBOTS_NGINX='$(NGINX)' \
			ROBOTS_MODULE_LIBS='$(MODULE_LIBS)' $$test || exit 1; \
	done

.PHONY: test-static
test-static: ## build with STATIC=1, and test what that is linked with
	@tools/deps libunistring-dev
	@$(MAKE) --no-print-directory -j$(JOBS) STATIC=1 module robotsctl
	@ROBOTS_BUILT='$(abspath $(BUILD))/static' tests/build/static_test
