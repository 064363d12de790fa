# A release: tag and tarball.

# As `make release RELEASE_CHECK=1`: says what is missing, and makes nothing.
RELEASE_CHECK ?=

.PHONY: release
release: ## tag VERSION and make its tarball; RELEASE_CHECK=1 checks only
	@tools/release $(if $(RELEASE_CHECK),--check) '$(abspath $(BUILD))/release'
