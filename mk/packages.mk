# What must be installed, by what it is for. tools/deps says what | and ? mean.

# The module, and robotsctl.
MODULE_PACKAGES := g++ make python3 nginx-dev libyaml-cpp-dev libidn2-dev \
	libxxhash-dev nlohmann-json3-dev libssl-dev libhiredis-dev \
	$(if $(STATIC),libunistring-dev)
CLI_PACKAGES := libcli11-dev libsimdjson-dev zlib1g-dev libsmartcols-dev \
	libhowardhinnant-date-dev libcurl4-openssl-dev libarchive-dev libsqlite3-dev
DEMO_PACKAGES := $(MODULE_PACKAGES) $(CLI_PACKAGES) nginx curl
TEST_PACKAGES := $(DEMO_PACKAGES) libgtest-dev libgmock-dev \
	ca-certificates dpkg-dev git \
	python3-yaml python3-jsonschema sqlite3 'redis-server|valkey-server' \
	'?libfaketime' '?ngtcp2-client'
# What reads our robots.txt in test-readers, beside Python.
READER_PACKAGES := python3-protego python3-yaml
# Linters, fuzzers and valgrind.
DEVELOPMENT_PACKAGES := clang clang-format clang-tidy \
	'libclang-rt-dev|libclang-rt-14-dev' shellcheck valgrind mandoc
PACKAGES := $(TEST_PACKAGES) $(DEVELOPMENT_PACKAGES)

.PHONY: deps
deps: ## install all that building, testing and linting needs (Debian)
	@tools/deps $(PACKAGES)

# nginx-dev removes every nginx but Debian's. To build against sources of nginx
# takes only what nginx-dev depends on.
NGINX_HEADERS = $(if $(wildcard $(NGINX_SRC)/src/core/nginx.c),libpcre2-dev,nginx-dev)

.PHONY: deps-build
deps-build: ## install what building needs, and no more
	@tools/deps $(MODULE_PACKAGES:nginx-dev=$(NGINX_HEADERS)) $(CLI_PACKAGES)

.PHONY: deps-demo
deps-demo:
	@tools/deps $(DEMO_PACKAGES)

.PHONY: deps-tests
deps-tests:
	@tools/deps $(TEST_PACKAGES)
