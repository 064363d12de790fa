# ngx_http_robots_module. `make help` lists what there is to make.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:

# Where everything that is built goes; with SANITIZE=address,undefined a folder
# of its own inside.
BUILD ?= build
SANITIZE ?=
# The nginx tree to build against: Debian's nginx-dev, or any source tree from
# 1.22 on. A tree with sources also gives the nginx that the tests run.
NGINX_SRC ?= /usr/share/nginx/src

CXX ?= g++
JOBS ?= $(shell nproc)
CXXFLAGS ?= $(if $(SANITIZE),-O1,-O2) -g1
override OUT := $(abspath $(BUILD))$(if $(SANITIZE),/sanitize)
override ROOT := $(CURDIR)

comma := ,
SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) \
	-fno-omit-frame-pointer -fno-sanitize-recover=undefined)
VERSION := $(shell cat VERSION)
STANDARD := -std=c++17
WARNINGS := -Wall -Wextra -Wshadow -Wconversion $(if $(WERROR),-Werror)
COMPILE = $(CXX) $(STANDARD) $(CXXFLAGS) $(SANITIZE_FLAGS) $(WARNINGS) -fPIC \
	-fvisibility=hidden -MMD -MP -I$(ROOT) -I$(OUT) \
	-DROBOTS_VERSION='"$(VERSION)"'
LINK = $(CXX) $(CXXFLAGS) $(SANITIZE_FLAGS) $(LDFLAGS)
POLICY_LIBS := -lyaml-cpp -lidn2

.PHONY: all
all: module robotsctl ## build the module and robotsctl into build/

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | \
		awk -F ':.*## ' '{printf "  %-18s %s\n", $$1, $$2}'
	@echo
	@echo 'Settings: BUILD=DIR NGINX_SRC=DIR SANITIZE=address,undefined'
	@echo '          CXXFLAGS=... WERROR=1 CASES=FILE FUZZ_SECONDS=60 FILTER=...'

# ---- what is installed -------------------------------------------------------

PACKAGES := g++ make nginx nginx-dev libyaml-cpp-dev libidn2-dev libxxhash-dev \
	libcli11-dev nlohmann-json3-dev libsimdjson-dev zlib1g-dev libgtest-dev libgmock-dev \
	libcurl4-openssl-dev libssl-dev curl ca-certificates clang clang-format \
	clang-tidy libclang-rt-14-dev shellcheck valgrind dpkg-dev mandoc \
	python3-yaml python3-jsonschema libfaketime ngtcp2-client

.PHONY: deps
deps: ## install all that building, testing and linting needs (Debian)
	@tools/deps $(PACKAGES)

# ---- policy/: the library ----------------------------------------------------

POLICY_SRCS := $(wildcard policy/*/*.cpp policy/*/*/*.cpp)
POLICY_OBJS := $(POLICY_SRCS:%.cpp=$(OUT)/%.o)
# What includes tables that the generators make.
TABLE_OBJS := $(addprefix $(OUT)/policy/crawlers/,built_in_crawlers.o browsers.o)
# Static archives: the generator takes only what reads YAML from the first.
CORE_LIB := $(OUT)/libpolicy_core.a
POLICY_LIB := $(OUT)/libpolicy.a

$(OUT)/%.o: %.cpp
	@mkdir -p $(@D)
	@echo '  CXX    $<'
	@$(COMPILE) -c -o $@ $<

$(CORE_LIB): $(filter-out $(TABLE_OBJS),$(POLICY_OBJS))
	@rm -f $@
	@ar rcs $@ $^

$(POLICY_LIB): $(POLICY_OBJS)
	@rm -f $@
	@ar rcs $@ $^

EMBEDDERS := $(addprefix $(OUT)/,embed_crawlers embed_browsers)
$(EMBEDDERS): $(OUT)/%: $(OUT)/tools/%.o $(CORE_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS)

$(OUT)/crawlers_table.inc: policy/crawlers/crawlers.yaml $(OUT)/embed_crawlers
	@$(OUT)/embed_crawlers $< > $@

$(OUT)/browsers_table.inc: tests/data/user_agents_browsers.txt \
		$(OUT)/embed_browsers
	@$(OUT)/embed_browsers $< > $@

$(OUT)/policy/crawlers/built_in_crawlers.o: $(OUT)/crawlers_table.inc
$(OUT)/policy/crawlers/browsers.o: $(OUT)/browsers_table.inc

# ---- robotsctl ---------------------------------------------------------------

CLI_OBJS := $(patsubst %.cpp,$(OUT)/%.o,$(wildcard cli/*/*.cpp))

.PHONY: robotsctl
robotsctl: $(OUT)/robotsctl ## build the admin's tool

$(OUT)/robotsctl: $(CLI_OBJS) $(POLICY_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS) -lsimdjson -lz

# ---- the module: nginx's own build -------------------------------------------

MODULE := $(OUT)/ngx_http_robots_module.so
MODULE_SRCS := $(wildcard module/*.cpp module/*/*.cpp status/*.cpp \
	status/*/*.cpp)
NGINX_TREE := $(OUT)/nginx-tree
NGINX_OBJS := $(OUT)/nginx
# A new or renamed source means a new configure.
SOURCE_LIST := $(OUT)/module-sources

.PHONY: module
module: $(MODULE) ## build the nginx module

.PHONY: force
$(SOURCE_LIST): force
	@mkdir -p $(@D)
	@echo '$(MODULE_SRCS) $(NGINX_SRC) $(SANITIZE)' | \
		cmp -s - $@ || \
		echo '$(MODULE_SRCS) $(NGINX_SRC) $(SANITIZE)' > $@

$(NGINX_OBJS)/Makefile: $(SOURCE_LIST) config config.make tools/configure-nginx
	@echo '  CONFIG $(NGINX_SRC)'
	@NGINX_SRC='$(NGINX_SRC)' SANITIZE='$(SANITIZE)' ROBOTS_BUILD='$(OUT)' \
		ROBOTS_POLICY_LIB='$(POLICY_LIB)' \
		tools/configure-nginx '$(NGINX_TREE)' '$(NGINX_OBJS)' '$(ROOT)'

# nginx's Makefile knows what is out of date.
$(MODULE): $(NGINX_OBJS)/Makefile $(POLICY_LIB) $(OUT)/status_page.inc force
	@$(MAKE) --no-print-directory -C $(NGINX_TREE) \
		-f $(NGINX_OBJS)/Makefile modules
	@cmp -s $(NGINX_OBJS)/$(@F) $@ || cp $(NGINX_OBJS)/$(@F) $@

# The style and the script of the status page, in the order in which they count.
PAGE_TEXTS := $(addprefix status/page/,parts.css page.css page.js)

$(OUT)/status_page.inc: tools/embed-page $(PAGE_TEXTS)
	@mkdir -p $(@D)
	@tools/embed-page $(PAGE_TEXTS) > $@

# What of the module knows nothing of nginx.
STATUS_OBJS := $(patsubst %.cpp,$(OUT)/%.o, \
	$(wildcard status/*.cpp status/*/*.cpp))
$(OUT)/status/page/frame.o: $(OUT)/status_page.inc

# ---- tests -------------------------------------------------------------------

# A tree with sources is tested with its own nginx.
ifneq ($(wildcard $(NGINX_SRC)/src/core/nginx.c)$(SANITIZE),)
NGINX := $(NGINX_OBJS)/nginx
else
NGINX ?= /usr/sbin/nginx
endif

$(NGINX_OBJS)/nginx: $(NGINX_OBJS)/Makefile $(POLICY_LIB)
	@$(MAKE) --no-print-directory -C $(NGINX_TREE) \
		-f $(NGINX_OBJS)/Makefile binary

# The interleavings are explored by the million, and worth optimising.
INTERLEAVING_OBJS := \
	$(patsubst %.cpp,$(OUT)/%.o,$(wildcard tests/interleavings/*.cpp))
UNIT_OBJS := $(patsubst %.cpp,$(OUT)/%.o,$(wildcard tests/unit/*/*.cpp \
	tests/unit/*/*/*.cpp))
INTEGRATION_OBJS := \
	$(patsubst %.cpp,$(OUT)/%.o,$(wildcard tests/harness/*.cpp \
	tests/integration/*/*.cpp))
# The part of it that is no test.
HARNESS_OBJS := $(filter $(OUT)/tests/harness/%,$(INTEGRATION_OBJS))
FAULT_OBJS := $(patsubst %.cpp,$(OUT)/%.o,$(wildcard tests/faults/*.cpp))
REQUEST_FUZZ_OBJS := \
	$(patsubst %.cpp,$(OUT)/%.o,$(wildcard tests/request_fuzz/*.cpp))
# Tests run about as often as they are compiled.
$(UNIT_OBJS) $(INTEGRATION_OBJS) $(FAULT_OBJS) $(REQUEST_FUZZ_OBJS): \
	CXXFLAGS := -O0 -g1
# Nor need what only talks to nginx be instrumented.
$(INTEGRATION_OBJS) $(FAULT_OBJS) $(REQUEST_FUZZ_OBJS) \
	$(OUT)/tests/integration/run $(OUT)/tests/faults/run \
	$(OUT)/tests/request_fuzz/run: SANITIZE_FLAGS :=
# Sanitizers and nginx: see docs/testing.md.
SANITIZE_ENV := ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 \
	UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
TEST_ENV = $(SANITIZE_ENV) ROBOTS_SOURCE='$(ROOT)' ROBOTS_NGINX='$(NGINX)' \
	ROBOTS_MODULE='$(MODULE)' ROBOTSCTL='$(OUT)/robotsctl' \
	ROBOTS_PROMTOOL='$(wildcard $(PROMTOOL))' \
	ROBOTS_TIME_SCALE=$(if $(SANITIZE),4,1)
GTEST_ARGS := $(if $(FILTER),--gtest_filter='$(FILTER)')

FUZZ_TARGETS := $(patsubst tests/fuzz/%.cpp,%,$(wildcard tests/fuzz/fuzz_*.cpp))

.PHONY: test
test: deps ## install what is missing, build, run units and integration
	@$(MAKE) --no-print-directory -j$(JOBS) tests
	@$(MAKE) --no-print-directory test-unit
	@$(MAKE) --no-print-directory test-seeds
	@$(MAKE) --no-print-directory test-schema
	@$(MAKE) --no-print-directory test-integration

.PHONY: tests
tests: module robotsctl $(OUT)/tests/unit/run $(OUT)/tests/integration/run \
	$(OUT)/tests/request_fuzz/run $(OUT)/tests/conformance/run \
	$(FUZZ_TARGETS:%=$(OUT)/tests/seeds/%) \
	$(filter $(OUT)/%,$(NGINX))

.PHONY: test-unit
test-unit: $(OUT)/tests/unit/run robotsctl ## run the unit tests
	@$(TEST_ENV) $< --gtest_brief=1 $(GTEST_ARGS)

.PHONY: test-seeds
test-seeds: $(FUZZ_TARGETS:%=$(OUT)/tests/seeds/%) ## run the fuzz targets on their seeds
	@for target in $(FUZZ_TARGETS); do \
		printf '%s: ' $$target; \
		$(SANITIZE_ENV) $(OUT)/tests/seeds/$$target \
			tests/fuzz/seeds/$$target || exit 1; \
	done

$(OUT)/tests/seeds/%: $(OUT)/tests/fuzz/%.o $(OUT)/tests/fuzz/on_seeds.o \
		$(POLICY_LIB)
	@mkdir -p $(@D)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS)

PROMTOOL := $(abspath $(BUILD))/promtool

.PHONY: promtool
promtool: $(PROMTOOL) ## fetch Prometheus's checker, for a test that is skipped without

$(PROMTOOL):
	@tools/promtool $@

.PHONY: test-schema
test-schema: robotsctl ## check docs/policy.schema.json against policies
	@$(SANITIZE_ENV) tests/schema/check '$(OUT)/robotsctl' '$(ROOT)'

.PHONY: test-integration
test-integration: tests ## run the tests that drive a real nginx
	@$(TEST_ENV) $(OUT)/tests/integration/run --gtest_brief=1 $(GTEST_ARGS)
	@$(TEST_ENV) $(OUT)/tests/request_fuzz/run --gtest_brief=1 $(GTEST_ARGS)

.PHONY: test-faults
test-faults: module $(OUT)/tests/faults/run \
		$(filter $(OUT)/%,$(NGINX)) ## what breaks servers, by the hundred
	@$(TEST_ENV) $(OUT)/tests/faults/run --gtest_brief=1 $(GTEST_ARGS)

# In little, since valgrind makes all of it slow. It can't follow a binary upgrade.
MEMCHECK_ENV = ROBOTS_NGINX='$(ROOT)/tools/nginx-memcheck' \
	ROBOTS_MEMCHECKED='$(NGINX)' ROBOTS_TIME_SCALE=10 ROBOTS_FAULTS_PERCENT=10
MEMCHECK_TESTS := Evasion.*:Grace.*:Held.*:Identities.*:AwaitingIdentity.*

.PHONY: test-valgrind
test-valgrind: tests $(OUT)/tests/faults/run ## a tenth of the faults, and enforcement, under memcheck
	@$(TEST_ENV) $(MEMCHECK_ENV) $(OUT)/tests/faults/run --gtest_brief=1 \
		--gtest_filter='$(or $(FILTER),*):-*Upgrade*'
	@$(TEST_ENV) $(MEMCHECK_ENV) $(OUT)/tests/integration/run --gtest_brief=1 \
		--gtest_filter='$(or $(FILTER),$(MEMCHECK_TESTS)):-*Upgrade*'

$(OUT)/tests/unit/run: $(UNIT_OBJS) $(INTERLEAVING_OBJS) $(STATUS_OBJS) $(POLICY_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ -lgtest -lgtest_main -lgmock $(POLICY_LIBS) -lz

$(OUT)/tests/integration/run: $(INTEGRATION_OBJS)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ -lgtest -lgtest_main -lgmock -lcurl -lssl -lcrypto

$(OUT)/tests/request_fuzz/run: $(REQUEST_FUZZ_OBJS) $(HARNESS_OBJS)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ -lgtest -lgtest_main -lgmock -lcurl -lssl -lcrypto

$(OUT)/tests/faults/run: $(FAULT_OBJS) $(HARNESS_OBJS)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ -lgtest -lgtest_main -lgmock -lcurl -lssl -lcrypto

# The tables in shared memory, as threads of one process use them.
SHARED_TABLES := record_table budget_table budget_table_sharing fetch_table \
	log_quota

.PHONY: test-threads
test-threads: $(OUT)/tests/threads/run ## tables in shared memory under ThreadSanitizer
	@$< --gtest_brief=1 $(GTEST_ARGS)

$(OUT)/tests/threads/run: $(SHARED_TABLES:%=tests/unit/policy/state/%_test.cpp) \
		$(wildcard $(SHARED_TABLES:%=policy/state/%.cpp)) \
		policy/verdict/budget_key.cpp policy/base/ascii.cpp \
		policy/robots_txt/product_token.cpp \
		$(wildcard $(SHARED_TABLES:%=policy/state/%.hpp))
	@mkdir -p $(@D)
	@echo '  CXX    $(@D)'
	@$(CXX) $(STANDARD) -O1 -g1 -fsanitize=thread $(WARNINGS) \
		-I$(ROOT) -o $@ $(filter %.cpp,$^) \
		-lgtest -lgtest_main -lgmock

.PHONY: conformance
conformance: $(OUT)/tests/conformance/run ## match CASES=FILE (JSON Lines)
	@$< '$(CASES)'

$(OUT)/tests/conformance/run: $(OUT)/tests/conformance/conformance.o \
		$(POLICY_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS)

# ---- what the status costs ---------------------------------------------------

.PHONY: measure-status
measure-status: $(OUT)/tests/measure/status_cost ## what an answer of robots_status costs a worker
	@$<

$(OUT)/tests/measure/status_cost: $(OUT)/tests/measure/status_cost.o \
		$(STATUS_OBJS) $(POLICY_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS)

# ---- the status page in a browser --------------------------------------------

# Where there is a Node.js with npm, it will do.
BROWSER_PACKAGES := chromium fonts-inter \
	$(if $(shell command -v npm),,nodejs npm)
SCREENSHOT_PACKAGES := pngquant
BROWSER_MODULES := tests/browser/node_modules/.package-lock.json

.PHONY: browser-deps
browser-deps:
	@tools/deps $(PACKAGES) $(BROWSER_PACKAGES) $(MORE_PACKAGES)
	@$(MAKE) --no-print-directory $(BROWSER_MODULES)

$(BROWSER_MODULES): tests/browser/package-lock.json
	@npm --prefix tests/browser ci --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: test-browser
test-browser: browser-deps ## the status page in Chromium, with axe-core
	@$(MAKE) --no-print-directory -j$(JOBS) module $(filter $(OUT)/%,$(NGINX))
	@$(TEST_ENV) node --test tests/browser/*.test.mjs

.PHONY: screenshots
screenshots: MORE_PACKAGES = $(SCREENSHOT_PACKAGES)
screenshots: browser-deps ## docs/images/status-*.png, from a day of traffic
	@$(MAKE) --no-print-directory -j$(JOBS) module $(filter $(OUT)/%,$(NGINX))
	@$(TEST_ENV) node tests/browser/screenshots.mjs docs/images

# ---- real crawlers -----------------------------------------------------------

CRAWLER_PACKAGES := python3-protego python3-yaml python3-scrapy \
	python3-mechanize wget wget2 httrack linkchecker libwww-perl htdig swish-e \
	newsboat chromium firefox-esr lynx w3m \
	$(if $(shell command -v npm),,nodejs npm)
CRAWLER_MODULES := tests/crawlers/node_modules/.package-lock.json
# As `make test-crawlers RUN='--only Scrapy --keep'`.
RUN ?=

$(CRAWLER_MODULES): tests/crawlers/package-lock.json
	@npm --prefix tests/crawlers ci --ignore-scripts --no-audit --no-fund \
		--loglevel=error
	@touch $@

.PHONY: test-crawlers
test-crawlers: ## real crawlers and browsers over a site with tricky rules
	@tools/deps $(PACKAGES) $(CRAWLER_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) module robotsctl \
		$(filter $(OUT)/%,$(NGINX)) $(CRAWLER_MODULES)
	@$(TEST_ENV) tests/crawlers/run $(RUN)

.PHONY: test-crawlers-short
test-crawlers-short: RUN = --short
test-crawlers-short: CRAWLER_PACKAGES := python3-protego python3-yaml \
	python3-scrapy wget libwww-perl \
	$(if $(shell command -v npm),,nodejs npm)
test-crawlers-short: test-crawlers ## five of them, in a minute and a half

# ---- fuzzing -----------------------------------------------------------------

FUZZ_SECONDS ?= 60
FUZZ_SEED ?= 1
FUZZ_OUT := $(abspath $(BUILD))/fuzz

.PHONY: fuzz
fuzz: ## run each libFuzzer target for FUZZ_SECONDS
	@$(MAKE) --no-print-directory -j$(JOBS) BUILD='$(FUZZ_OUT)' CXX=clang++ \
		CXXFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined \
		-fno-sanitize-recover=undefined' \
		$(FUZZ_TARGETS:%=$(FUZZ_OUT)/tests/fuzz/%)
	@for target in $(FUZZ_TARGETS); do \
		tools/fuzz '$(FUZZ_OUT)' $$target $(FUZZ_SECONDS) || exit 1; \
	done

$(OUT)/tests/fuzz/fuzz_%: $(OUT)/tests/fuzz/fuzz_%.o $(POLICY_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -fsanitize=fuzzer,address,undefined -o $@ $^ $(POLICY_LIBS)

# Against an nginx with sanitizers: SANITIZE=address,undefined.
.PHONY: fuzz-requests
fuzz-requests: module $(OUT)/tests/request_fuzz/run \
		$(filter $(OUT)/%,$(NGINX)) ## whole requests to a real nginx for FUZZ_SECONDS
	@$(TEST_ENV) FUZZ_SECONDS=$(FUZZ_SECONDS) FUZZ_SEED=$(FUZZ_SEED) \
		FUZZ_FINDINGS='$(OUT)' $(OUT)/tests/request_fuzz/run \
		--gtest_brief=1 --gtest_filter='*Generated*'

# ---- bench -------------------------------------------------------------------

BENCH_PACKAGES := libbenchmark-dev libre2-dev libpcre2-dev libhyperscan-dev \
	libjemalloc2 wrk valgrind
BENCH_LIBS := -lbenchmark -lre2 -lpcre2-8 -lhs -lpthread
BENCH_PROGRAMS := $(patsubst bench/%.cpp,%,$(wildcard bench/*_bench.cpp \
	bench/*_instructions.cpp bench/load_once.cpp))
BENCH_SHARED := $(patsubst bench/%.cpp,$(OUT)/bench/%.o,$(filter-out \
	$(BENCH_PROGRAMS:%=bench/%.cpp),$(wildcard bench/*.cpp)))

.PHONY: bench
bench: deps ## measure speed beside peers: bench/RESULTS.md, 10 minutes
	@tools/deps $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) benches
	@ROBOTS_SOURCE='$(ROOT)' bench/run '$(NGINX)' '$(MODULE)' \
		'$(OUT)/robotsctl' '$(OUT)/bench'

.PHONY: benches
benches: module robotsctl $(BENCH_PROGRAMS:%=$(OUT)/bench/%)

$(BENCH_PROGRAMS:%=$(OUT)/bench/%): $(OUT)/bench/%: $(OUT)/bench/%.o \
		$(BENCH_SHARED) $(POLICY_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(BENCH_LIBS) $(POLICY_LIBS)

# ---- demo --------------------------------------------------------------------

.PHONY: demo
demo: deps ## nginx with an example policy on 127.0.0.1:8080 and :8081
	@$(MAKE) --no-print-directory -j$(JOBS) module robotsctl
	@tools/demo '$(MODULE)'

# ---- the house ---------------------------------------------------------------

CXX_FILES := $(shell git ls-files --cached --others --exclude-standard \
	'*.cpp' '*.hpp' 2>/dev/null)
SCRIPTS := $(shell grep -lE '^#!.*\bbash' tools/* bench/* .ci/run 2>/dev/null)

.PHONY: format
format: ## format all sources
	clang-format -i $(CXX_FILES)

TABLES := $(addprefix $(OUT)/,crawlers_table.inc browsers_table.inc \
	status_page.inc)

.PHONY: lint
lint: $(TABLES) $(NGINX_OBJS)/Makefile ## check format, floors, clang-tidy, scripts, man pages
	clang-format --dry-run --Werror $(CXX_FILES)
	shellcheck $(SCRIPTS)
	mandoc -T lint -W warning docs/*.1
	tools/lint-floors
	tools/lint-tidy '$(OUT)' '$(NGINX_TREE)'

.PHONY: clean
clean: ## remove what was built
	rm -rf '$(abspath $(BUILD))'

-include $(shell find '$(OUT)' -name '*.d' -not -path '$(NGINX_OBJS)/*' \
	2>/dev/null)
