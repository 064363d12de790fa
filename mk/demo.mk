# The module at work on this machine.

.PHONY: demo
demo: deps-demo ## nginx with an example policy on 127.0.0.1:8080 and :8081
	@$(MAKE) --no-print-directory -j$(JOBS) module
	@tools/demo '$(MODULE)'
