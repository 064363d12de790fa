# What installs, packages and releases: scripts in tests/build/.

BUILD_TESTS := $(wildcard tests/build/*_test)

.PHONY: test-build
test-build: module robotsctl ## what installs and releases, in temporary folders
	@for test in $(BUILD_TESTS); do \
		echo "$$test"; \
		ROBOTS_BUILT='$(OUT)' ROBOTS_NGINX='$(NGINX)' $$test || exit 1; \
	done
