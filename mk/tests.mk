# Units, integration, seeds and schema: what `make test` runs.

# A tree with sources is tested with its own nginx.
ifneq ($(wildcard $(NGINX_SRC)/src/core/nginx.c)$(SANITIZE),)
NGINX := $(NGINX_OBJS)/nginx
else
NGINX ?= /usr/sbin/nginx
endif

$(NGINX_OBJS)/nginx: $(NGINX_OBJS)/Makefile $(COMMON_LIB)
	@set -o pipefail; $(MAKE) --no-print-directory -C $(NGINX_TREE) \
		-f $(NGINX_OBJS)/Makefile binary | tools/short-lines
	@[ ! -e $(@D)/angie ] || ln -f $(@D)/angie $@

# The interleavings are explored by the million, and worth optimising. With
# sanitizers they would take most of the time of all unit tests, and find what
# they find without.
INTERLEAVING_OBJS := $(call objects,$(wildcard tests/interleavings/*.cpp))
UNIT_OBJS := $(call joined_objects,$(wildcard tests/unit/*/*.cpp \
	tests/unit/*/*/*.cpp))
driver_objects = $(call joined_objects,$(wildcard $1),$(DRIVERS))
HARNESS_OBJS := $(call driver_objects,tests/harness/*.cpp)
INTEGRATION_OBJS := $(call driver_objects,tests/integration/*/*.cpp)
FAULT_OBJS := $(call driver_objects,tests/faults/*.cpp)
REQUEST_FUZZ_OBJS := $(call driver_objects,tests/request_fuzz/*.cpp)
DRIVER_OBJS := $(HARNESS_OBJS) $(INTEGRATION_OBJS) $(FAULT_OBJS) \
	$(REQUEST_FUZZ_OBJS)
# Tests run about as often as they are compiled. GCC thinks that fixtures of a
# file that others include are used in more than one.
$(UNIT_OBJS) $(DRIVER_OBJS): CXXFLAGS := -O0 -g1 \
	$(if $(findstring clang,$(CXX)),,-Wno-subobject-linkage)
# A failed unit test prints values, not octets.
$(UNIT_OBJS): override CXXFLAGS += -include tests/unit/policy/printers.hpp
# Nor need what only talks to nginx be instrumented.
$(DRIVER_OBJS) $(addprefix $(DRIVERS)/tests/,integration/run faults/run \
	request_fuzz/run): SANITIZE_FLAGS :=

ifneq ($(DRIVERS),$(OUT))
$(DRIVERS)/tests/%.o: tests/%.cpp
	$(COMPILE_ONE)

$(DRIVERS)/joined/tests/%.o: $(DRIVERS)/joined/tests/%.cpp
	$(COMPILE_ONE)
endif
# Sanitizers and nginx: see docs/evidence/testing.md.
SANITIZE_ENV := ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 \
	UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
TEST_ENV = $(SANITIZE_ENV) ROBOTS_SOURCE='$(ROOT)' ROBOTS_NGINX='$(NGINX)' \
	ROBOTS_MODULE='$(MODULE)' ROBOTSCTL='$(OUT)/robotsctl' \
	ROBOTS_PROMTOOL='$(firstword $(wildcard $(PROMTOOL) /usr/bin/promtool))' \
	ROBOTS_VALKEY='$(firstword $(wildcard /usr/bin/redis-server /usr/bin/valkey-server))' \
	ROBOTS_TIME_SCALE=$(if $(SANITIZE),4,1)
# So many processes share the tests of a binary, unless somebody chooses some.
SHARDS := tools/shards $(if $(FILTER),1,$(JOBS))
GTEST_ARGS := $(if $(FILTER),--gtest_filter='$(FILTER)')

FUZZ_TARGETS := $(patsubst tests/fuzz/%.cpp,%,$(wildcard tests/fuzz/fuzz_*.cpp))

.PHONY: test
test: deps-tests ## install what is missing, build, run units and integration
	@$(MAKE) --no-print-directory -j$(JOBS) tests
	@tools/summarise $(MAKE) --no-print-directory run-tests

# One after the other.
.PHONY: run-tests
run-tests:
	@$(MAKE) --no-print-directory test-unit
	@$(MAKE) --no-print-directory test-seeds
	@$(MAKE) --no-print-directory test-schema
	@$(if $(SANITIZE),,$(MAKE) --no-print-directory test-build)
	@$(MAKE) --no-print-directory test-integration

.PHONY: tests
tests: module robotsctl $(OUT)/tests/unit/run $(DRIVERS)/tests/integration/run \
	$(DRIVERS)/tests/request_fuzz/run $(OUT)/tests/conformance/run \
	$(FUZZ_TARGETS:%=$(OUT)/tests/seeds/%) \
	$(filter $(OUT)/%,$(NGINX))

.PHONY: test-unit
test-unit: $(OUT)/tests/unit/run robotsctl ## run the unit tests
	@$(TEST_ENV) $(SHARDS) $< --gtest_brief=1 $(GTEST_ARGS)

.PHONY: test-seeds
test-seeds: $(FUZZ_TARGETS:%=$(OUT)/tests/seeds/%) ## run the fuzz targets on their seeds
	@for target in $(FUZZ_TARGETS); do \
		printf '%s: ' $$target; \
		$(SANITIZE_ENV) $(OUT)/tests/seeds/$$target \
			tests/fuzz/seeds/$$target || exit 1; \
	done

$(OUT)/tests/seeds/%: $(OUT)/tests/fuzz/%.o $(OUT)/tests/fuzz/on_seeds.o \
		$(COMMON_LIB)
	@mkdir -p $(@D)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS) $(ZLIB)

# What robotsctl reads by itself.
CLI_FUZZERS := $(foreach target,fuzz_log_format fuzz_meaning fuzz_warc, \
	$(addprefix $(OUT)/tests/,seeds/$(target) fuzz/$(target)))
$(CLI_FUZZERS): $(CLI_LIB)
$(CLI_FUZZERS): private POLICY_LIBS := $(COMMON_LIB) $(POLICY_LIBS) $(CLI_LIBS)

PROMTOOL := $(abspath $(BUILD))/promtool

.PHONY: promtool
promtool: $(PROMTOOL) ## fetch Prometheus's checker, for a test that is skipped without

$(PROMTOOL):
	@tools/promtool $@

.PHONY: test-schema
test-schema: robotsctl ## check docs/policy.schema.json against policies
	@$(SANITIZE_ENV) tests/schema/check '$(OUT)/robotsctl' '$(ROOT)'
	@$(SANITIZE_ENV) tests/schema/check-workflow '$(OUT)/robotsctl' '$(ROOT)'

.PHONY: test-readers
test-readers: ## compare what readers that are not ours read with what is enforced
	@tools/deps $(READER_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) robotsctl
	@$(SANITIZE_ENV) tests/readers/run '$(OUT)/robotsctl' $(RUN)

.PHONY: test-integration
test-integration: tests ## run the tests that drive a real nginx
	@$(TEST_ENV) $(SHARDS) $(DRIVERS)/tests/integration/run --gtest_brief=1 \
		$(GTEST_ARGS)
	@$(TEST_ENV) $(DRIVERS)/tests/request_fuzz/run --gtest_brief=1 $(GTEST_ARGS)

# nginx orders compiled-in modules by other rules than loaded ones.
.PHONY: test-compiled-in
test-compiled-in: tests $(COMPILED_IN)/nginx/nginx ## the same with the module compiled into nginx
	@$(TEST_ENV) ROBOTS_NGINX='$(COMPILED_IN)/nginx/nginx' ROBOTS_MODULE= \
		tools/shards $(JOBS) $(DRIVERS)/tests/integration/run \
		--gtest_brief=1 $(GTEST_ARGS)

$(OUT)/tests/unit/run: $(UNIT_OBJS) $(if $(SANITIZE),,$(INTERLEAVING_OBJS)) \
		$(CLI_LIB) $(COMMON_LIB)
	@mkdir -p $(@D)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ -lgtest -lgtest_main -lgmock $(POLICY_LIBS) $(CLI_LIBS)

$(DRIVERS)/tests/integration/run: $(INTEGRATION_OBJS) $(HARNESS_OBJS)
	@mkdir -p $(@D)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ -lgtest -lgtest_main -lgmock -lcurl -lssl -lcrypto -lhiredis

$(DRIVERS)/tests/request_fuzz/run: $(REQUEST_FUZZ_OBJS) $(HARNESS_OBJS)
	@mkdir -p $(@D)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ -lgtest -lgtest_main -lgmock -lcurl -lssl -lcrypto -lhiredis

.PHONY: conformance
conformance: $(OUT)/tests/conformance/run ## match CASES=FILE (JSON Lines)
	@$< '$(CASES)'

$(OUT)/tests/conformance/run: $(OUT)/tests/conformance/conformance.o \
		$(COMMON_LIB)
	@mkdir -p $(@D)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS)
