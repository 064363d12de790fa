# What breaks servers, memcheck, and ThreadSanitizer.

# What makes the memory of an nginx run out.
FAILING_MALLOC := $(DRIVERS)/tests/failing_malloc.so

.PHONY: test-faults
test-faults: module robotsctl $(DRIVERS)/tests/faults/run $(FAILING_MALLOC) \
		$(filter $(OUT)/%,$(NGINX)) ## what breaks servers, by the hundred
	@$(TEST_ENV) ROBOTS_FAILING_MALLOC_LIBRARY='$(FAILING_MALLOC)' \
		$(DRIVERS)/tests/faults/run --gtest_brief=1 \
		--gtest_filter='$(or $(FILTER),-FleetFault*)'

# As many customers of a platform as test-faults has, for ten minutes.
.PHONY: test-customers
test-customers: module robotsctl $(DRIVERS)/tests/faults/run ## 1,000 customers who save every second
	@$(TEST_ENV) ROBOTS_CUSTOMERS_SECONDS=600 $(DRIVERS)/tests/faults/run \
		--gtest_brief=1 --gtest_filter='Customers.*'

# Both budgets of test-faults, for ten minutes each.
.PHONY: test-pace
test-pace: module $(DRIVERS)/tests/faults/run $(filter $(OUT)/%,$(NGINX)) ## twenty minutes of budgets, with reloads and kills
	@$(TEST_ENV) ROBOTS_PACE_SECONDS=600 $(DRIVERS)/tests/faults/run \
		--gtest_brief=1 --gtest_filter='Pace.*'

VALKEY := $(abspath $(BUILD))/valkey-server
FLEET_SECONDS ?= 12

$(VALKEY):
	@tools/valkey $@

MOVED_CLOCK := $(DRIVERS)/tests/moved_clock.so
FLEET_ENV = ROBOTS_MOVED_CLOCK_LIBRARY='$(MOVED_CLOCK)'

$(MOVED_CLOCK) $(FAILING_MALLOC): $(DRIVERS)/tests/%.so: \
		tests/harness/preload/%.cpp
	@mkdir -p $(@D)
	@echo '  LINK   $(@F)'
	@$(CXX) $(STANDARD) -O1 $(WARNINGS) -fPIC -shared -o $@ $<

# With Debian's redis, and with Valkey 8.
.PHONY: test-fleet
test-fleet: module robotsctl $(DRIVERS)/tests/faults/run $(DRIVERS)/tests/integration/run \
		$(VALKEY) $(MOVED_CLOCK) $(filter $(OUT)/%,$(NGINX)) ## several nginx and a Valkey or Redis that fails
	@for server in /usr/bin/redis-server '$(VALKEY)'; do \
		"$$server" --version; \
		$(TEST_ENV) ROBOTS_VALKEY="$$server" $(DRIVERS)/tests/integration/run \
			--gtest_brief=1 --gtest_filter='Fleet*' || exit 1; \
		$(TEST_ENV) $(FLEET_ENV) ROBOTS_VALKEY="$$server" \
			ROBOTS_FLEET_SECONDS=$(FLEET_SECONDS) $(DRIVERS)/tests/faults/run \
			--gtest_brief=1 --gtest_filter='FleetFault*' || exit 1; \
	done

# In half a minute, with Valkey 8; `make test` has run the rest with redis.
.PHONY: test-fleet-short
test-fleet-short: module $(DRIVERS)/tests/faults/run $(VALKEY) $(MOVED_CLOCK)
	@$(TEST_ENV) $(FLEET_ENV) ROBOTS_VALKEY='$(VALKEY)' ROBOTS_FLEET_SECONDS=1 \
		$(DRIVERS)/tests/faults/run --gtest_brief=1 --gtest_filter='FleetFault*'

# In little, since valgrind makes all of it slow.
MEMCHECK_ENV = ROBOTS_NGINX='$(ROOT)/tools/nginx-memcheck' \
	ROBOTS_MEMCHECKED='$(NGINX)' ROBOTS_TIME_SCALE=10 ROBOTS_FAULTS_PERCENT=10
MEMCHECK_TESTS := Evasion.*:Grace.*:Delayed.*:Identities.*:AwaitingIdentity.*:Http3.*:*Upgrade*

.PHONY: test-valgrind
test-valgrind: tests $(DRIVERS)/tests/faults/run ## a tenth of the faults, and enforcement, under memcheck
	@$(TEST_ENV) $(MEMCHECK_ENV) $(DRIVERS)/tests/faults/run --gtest_brief=1 \
		--gtest_filter='$(or $(FILTER),-Pace.*)'
	@$(TEST_ENV) $(MEMCHECK_ENV) $(DRIVERS)/tests/integration/run --gtest_brief=1 \
		--gtest_filter='$(or $(FILTER),$(MEMCHECK_TESTS))'

$(DRIVERS)/tests/faults/run: $(FAULT_OBJS) $(HARNESS_OBJS)
	@mkdir -p $(@D)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ -lgtest -lgtest_main -lgmock -lcurl -lssl -lcrypto -lhiredis

# The tables in shared memory, as threads of one process use them.
SHARED_TABLES := record_table budget_table budget_table_sharing fetch_table \
	log_quota

.PHONY: test-threads
test-threads: $(OUT)/tests/threads/run ## tables in shared memory under ThreadSanitizer
	@$< --gtest_brief=1 $(GTEST_ARGS)

$(OUT)/tests/threads/run: $(SHARED_TABLES:%=tests/unit/policy/shared_memory/%_test.cpp) \
		$(wildcard $(SHARED_TABLES:%=policy/shared_memory/%.cpp)) \
		policy/verdict/budget_key.cpp policy/base/ascii.cpp \
		policy/robots_txt/product_token.cpp \
		$(wildcard $(SHARED_TABLES:%=policy/shared_memory/%.hpp))
	@mkdir -p $(@D)
	@echo '  CXX    $(@D)'
	@$(CXX) $(STANDARD) -O1 -g1 -fsanitize=thread $(WARNINGS) \
		-I$(ROOT) -o $@ $(filter %.cpp,$^) \
		-lgtest -lgtest_main -lgmock
