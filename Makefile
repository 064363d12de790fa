# ngx_http_robots_module. `make help` lists what there is to make; this page
# says in which file each of it is.

.PHONY: all
all: module robotsctl ## build the module and robotsctl into build/

# How it is built.
include mk/settings.mk  # folders, compiler, flags
include mk/packages.mk  # deps: what must be installed

# What is built.
include mk/policy.mk    # the library that module and robotsctl share
include mk/module.mk    # the module, by nginx's own build
include mk/cli.mk       # robotsctl
include mk/install.mk   # install, uninstall
include mk/demo.mk      # demo: see it at work
include mk/deb.mk       # deb: Debian's packages, and their tests

# What is tested.
include mk/tests.mk     # test: units, integration, seeds, schema
include mk/build_tests.mk # what installs, releasing
include mk/faults.mk    # what breaks servers; valgrind; threads
include mk/status.mk    # the status page: in a browser, and what it costs
include mk/crawlers.mk  # real crawlers
include mk/proxies.mk   # real proxies in front of nginx
include mk/fuzz.mk      # libFuzzer, and hostile requests
include mk/bench.mk     # speed beside peers

# What keeps it in order.
include mk/release.mk   # a release: tag and tarball
include mk/lint.mk      # format, lint, compile_commands.json, clean

.PHONY: help
help: ## list the targets
	@sed -e ':line' -e '/\\$$/{N;s/\\\n//;b line' -e '}' \
		$(filter %Makefile %.mk,$(MAKEFILE_LIST)) | \
		sed -nE 's/^([a-z0-9_.-]+):.*## (.*)/\1\t\2/p' | sort | \
		awk -F "\t" '{printf "  %-22s %s\n", $$1, $$2}'
	@echo
	@echo 'Settings: BUILD=DIR NGINX_SRC=DIR SANITIZE=address,undefined JOIN=1'
	@echo '          CXXFLAGS=... WERROR=1 CASES=FILE FUZZ_SECONDS=60 FILTER=...'
	@echo '          DESTDIR=DIR prefix=/usr/local NGINX_MODULES=DIR'

# What was built from which headers.
-include $(shell find '$(OUT)' $(filter-out $(OUT)/%,$(DRIVERS)/tests/ \
	$(DRIVERS)/joined/tests/) \( -path '$(OUT)/roots' -o \
	-path '$(NGINX_OBJS)' -o -path '$(COMPILED_IN)' \) -prune \
	-o -name '*.d' -type f -print 2>/dev/null)
