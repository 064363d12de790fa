# The module at work on this machine.

DEMO_LOG := $(abspath $(BUILD))/demo.log

.PHONY: demo
demo: deps-demo ## nginx with an example policy on 127.0.0.1:8080 and :8081
	@echo 'Building the module and robotsctl, two or three minutes ...'
	@mkdir -p '$(abspath $(BUILD))'
	@$(MAKE) --no-print-directory -j$(JOBS) module robotsctl >'$(DEMO_LOG)' 2>&1 || \
		{ cat '$(DEMO_LOG)'; exit 1; }
	@tools/demo '$(MODULE)' '$(OUT)/robotsctl'

# For a machine that has all packages: those of apt would be lines, too. With a
# TMPDIR that only its owner may enter, as it often is for root.
.PHONY: test-demo
test-demo: ## the tour of `make demo`, in at most 80 lines
	@set -o pipefail; closed=$$(mktemp -d); trap 'rm -rf "$$closed"' EXIT; \
	TMPDIR=$$closed DEMO_ONCE=1 $(MAKE) --no-print-directory demo 2>&1 | \
		awk '{ print } END { if (NR > 80) { print NR " lines"; exit 1 } }'

.PHONY: demo-fleet
demo-fleet: deps-demo ## two nginx and a Valkey or Redis that share a budget
	@tools/deps 'redis-server|valkey-server'
	@$(MAKE) --no-print-directory -j$(JOBS) module
	@tools/demo-fleet '$(MODULE)'
