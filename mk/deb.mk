# Debian's packages, built and tried.

DEB_PACKAGES = $(shell tools/build-depends) dpkg-dev fakeroot
ROOT_PACKAGES := debootstrap dpkg-dev
# The releases whose clean roots are used, as `make test-packages ROOTS=trixie`.
ROOTS ?= bookworm trixie sid
export ROOTS_DIR = $(abspath $(BUILD))/roots

.PHONY: deps-deb
deps-deb:
	@tools/deps $(DEB_PACKAGES)

.PHONY: deb
deb: deps-deb ## Debian's packages for this release, into build/packages/
	@tools/make-deb '$(abspath $(BUILD))/packages'

.PHONY: test-packages
test-packages: ## Debian's packages, built and used in clean roots of ROOTS
	@tools/deps $(ROOT_PACKAGES)
	@tests/packages/run '$(ROOTS_DIR)/test-packages' $(ROOTS)

.PHONY: test-bare
test-bare: ## `make demo` and `make test` as first commands in clean roots of ROOTS
	@tools/deps $(ROOT_PACKAGES)
	@tests/packages/run_bare '$(ROOTS_DIR)/test-bare' $(ROOTS)

.PHONY: test-packaging
test-packaging: ## what of packaging/ can be tried on Debian
	@tools/deps $(ROOT_PACKAGES) python3-yaml
	@tests/packages/run_packaging '$(ROOTS_DIR)/test-packaging' bookworm

.PHONY: test-installing
test-installing: ## the commands of docs/installing.md, in a clean root
	@tools/deps $(ROOT_PACKAGES)
	@tests/packages/run_installing '$(ROOTS_DIR)/test-installing' bookworm

.PHONY: test-aarch64
test-aarch64: ## cross-built for aarch64, and run by qemu
	@tools/deps $(ROOT_PACKAGES)
	@tests/packages/run_cross '$(ROOTS_DIR)/test-aarch64' bookworm arm64

.PHONY: test-i386
test-i386: ## cross-built for 32 bits, and run
	@tools/deps $(ROOT_PACKAGES)
	@tests/packages/run_cross '$(ROOTS_DIR)/test-i386' bookworm i386

.PHONY: list-build-packages
list-build-packages:
	@echo $(MODULE_PACKAGES) $(CLI_PACKAGES)

.PHONY: list-module-packages
list-module-packages:
	@echo $(MODULE_PACKAGES)

.PHONY: list-test-packages
list-test-packages:
	@echo $(TEST_PACKAGES)

# tests/matrix/run says what a row is: ROWS='trixie sid-g++-15'.
ROWS ?=

.PHONY: test-matrix
test-matrix: $(DRIVERS)/tests/integration/run $(DRIVERS)/tests/request_fuzz/run \
		## nginx, compilers and yaml-cpp of three releases: ROWS='trixie ...'
	@tools/deps $(ROOT_PACKAGES)
	@TREE='$(if $(wildcard $(NGINX_SRC)/src/core/nginx.c),$(abspath \
		$(NGINX_SRC)))' TESTS='$(OUT)/tests' \
		tests/matrix/run '$(ROOTS_DIR)/test-matrix' $(ROWS)

.PHONY: test-tutorial
test-tutorial: ## docs/tutorial.md, literally, in a clean Debian 12 (build on one)
	@tools/deps $(DEB_PACKAGES) $(ROOT_PACKAGES) python3
	@DEB_BUILD_OPTIONS='nocheck parallel=$(JOBS)' \
		tools/make-deb '$(abspath $(BUILD))/packages' >/dev/null
	@ROBOTS_SOURCE='$(ROOT)' tests/tutorial/run '$(abspath $(BUILD))/packages'
