# The module at work on this machine.

.PHONY: demo
demo: deps-demo ## nginx with an example policy on 127.0.0.1:8080 and :8081
	@$(MAKE) --no-print-directory -j$(JOBS) module
	@tools/demo '$(MODULE)'

.PHONY: demo-fleet
demo-fleet: deps-demo ## two nginx and a Valkey or Redis that share a budget
	@tools/deps 'redis-server|valkey-server'
	@$(MAKE) --no-print-directory -j$(JOBS) module
	@tools/demo-fleet '$(MODULE)'
