# What installs, packages and releases: scripts in tests/build/.

BUILD_TESTS := $(filter-out %/static_test,$(wildcard tests/build/*_test))

# Side by side, the longest first. Each prints when it has ended.
.PHONY: test-build
test-build: module robotsctl ## what installs and releases, in temporary folders
	@printf '%s\n' $(BUILD_TESTS) | sort -r | ROBOTS_BUILT='$(OUT)' \
		ROBOTS_NGINX='$(NGINX)' ROBOTS_MODULE_LIBS='$(MODULE_LIBS)' \
		xargs -P $(JOBS) -I{} sh -c 'said=$$({} 2>&1); ended=$$?; \
			printf "%s\n%s\n" {} "$$said"; exit $$ended'

.PHONY: test-static
test-static: ## build with STATIC=1, and test what that is linked with
	@tools/deps libunistring-dev
	@$(MAKE) --no-print-directory -j$(JOBS) STATIC=1 module robotsctl
	@ROBOTS_BUILT='$(abspath $(BUILD))/static' tests/build/static_test
