# The module at work on this machine: built to be seen soon, not to be fast.

.PHONY: demo
demo: deps-demo ## nginx with an example policy on 127.0.0.1:8080 and :8081
	@CXXFLAGS=-O1 $(MAKE) --no-print-directory -j$(JOBS) UNITED=1 module
	@tools/demo '$(OUT)/united/$(notdir $(MODULE))'

.PHONY: demo-fleet
demo-fleet: deps-demo ## two nginx and a Valkey or Redis that share a budget
	@tools/deps 'redis-server|valkey-server'
	@$(MAKE) --no-print-directory -j$(JOBS) module
	@tools/demo-fleet '$(MODULE)'
