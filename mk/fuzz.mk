# Fuzzing: libFuzzer targets, and whole requests.

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

$(OUT)/tests/fuzz/fuzz_%: $(OUT)/tests/fuzz/fuzz_%.o $(COMMON_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -fsanitize=fuzzer,address,undefined -o $@ $^ $(POLICY_LIBS) \
		$(ZLIB)

FUZZED_REPLIES := $(OUT)/module/fleet/reply_reader.o
$(OUT)/tests/fuzz/fuzz_fleet_replies $(OUT)/tests/seeds/fuzz_fleet_replies: \
	$(FUZZED_REPLIES)
$(OUT)/tests/fuzz/fuzz_fleet_replies $(OUT)/tests/seeds/fuzz_fleet_replies: \
	private POLICY_LIBS := $(COMMON_LIB) $(POLICY_LIBS) -lhiredis

# Against an nginx with sanitizers: SANITIZE=address,undefined.
.PHONY: fuzz-requests
fuzz-requests: module $(DRIVERS)/tests/request_fuzz/run \
		$(filter $(OUT)/%,$(NGINX)) ## whole requests to a real nginx for FUZZ_SECONDS
	@$(TEST_ENV) FUZZ_SECONDS=$(FUZZ_SECONDS) FUZZ_SEED=$(FUZZ_SEED) \
		FUZZ_FINDINGS='$(OUT)' $(DRIVERS)/tests/request_fuzz/run \
		--gtest_brief=1 --gtest_filter='*Generated*'
