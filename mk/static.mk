# STATIC=1: no shared library but those of the C runtime.

ifneq ($(STATIC),)

# yaml-cpp's sources, to be built along; else the archive of the system. That
# need not be made for shared objects: its symbols are hidden in the module.
YAML_CPP_SRC ?=
STATIC_IDN2 := $(OUT)/libidn2.a
STATIC_LIBS := $(STATIC_IDN2)

ifneq ($(YAML_CPP_SRC),)
STATIC_YAML := $(OUT)/libyaml-cpp.a
STATIC_LIBS += $(STATIC_YAML)
CPPFLAGS += -I$(abspath $(YAML_CPP_SRC))/include -DYAML_CPP_STATIC_DEFINE
YAML_SRCS := $(wildcard $(YAML_CPP_SRC)/src/*.cpp \
	$(YAML_CPP_SRC)/src/contrib/*.cpp)
YAML_OBJS := $(YAML_SRCS:$(YAML_CPP_SRC)/src/%.cpp=$(OUT)/yaml-cpp/%.o)

$(YAML_OBJS): $(OUT)/yaml-cpp/%.o: $(YAML_CPP_SRC)/src/%.cpp
	@mkdir -p $(@D)
	@echo '  CXX    yaml-cpp/$*.cpp'
	@$(COMPILE) -w -c -o $@ $<

$(STATIC_YAML): $(YAML_OBJS)
	@rm -f $@
	@ar rcs $@ $^
endif

# Two symbols of the archive have versions, which only libidn2 itself may have.
$(STATIC_IDN2):
	@mkdir -p $(@D)
	@tools/static-idn2 $@ '$(CC)'

POLICY_LIBS := -Wl,-Bstatic $(or $(STATIC_YAML),-lyaml-cpp) $(STATIC_IDN2) \
	-lunistring -Wl,-Bdynamic $(CRYPTO)
MODULE_LIBS := -static-libgcc $(POLICY_LIBS) -Wl,-Bstatic -lhiredis -lstdc++ \
	-Wl,-Bdynamic -Wl,--gc-sections -Wl,-z,text
ZLIB := -Wl,-Bstatic -lz -Wl,-Bdynamic
# Not the C++ runtime: Debian has simdjson as a shared library only, which brings
# its own, and two would not catch what the other throws.
STATIC_LDFLAGS := -Wl,--gc-sections

# What no request runs through is a third of the module: COLD_OBJS, and what reads
# nginx.conf, which nginx compiles.
COLD_CXXFLAGS := -Os

endif
