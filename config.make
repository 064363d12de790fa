# Appended to nginx's Makefile: C++ flags and header dependencies for this
# addon's objects only, and the tables that this addon's own Makefile builds.

ngx_robots_objs=
ngx_robots_cold=
for ngx_robots_src in $ngx_robots_srcs; do
    ngx_robots_folder=`basename \`dirname $ngx_robots_src\``
    ngx_robots_name=`basename $ngx_robots_src .cpp`
    ngx_robots_obj=$NGX_OBJS/addon/$ngx_robots_folder/$ngx_robots_name.o
    ngx_robots_objs="$ngx_robots_objs $ngx_robots_obj"
    # What reads nginx.conf or tells the status is none of a judged request.
    case $ngx_robots_src in
    */status/* | */module/conf/*)
        ngx_robots_cold="$ngx_robots_cold $ngx_robots_obj" ;;
    esac
done

# Where this addon's Makefile builds the tables; its own build names the folder
# in which they have been built already.
case $NGX_OBJS in
    /*) ngx_robots_build=${ROBOTS_BUILD:-$NGX_OBJS/addon/robots} ;;
    *)  ngx_robots_build=${ROBOTS_BUILD:-`pwd`/$NGX_OBJS/addon/robots} ;;
esac

# Flags of C that C++ compilers refuse, such as those of Debian's nginx 1.30. And
# nginx's -Werror: another compiler than those that this project is tested with
# may warn of more.
ngx_robots_c_flags="-Werror -std=c% -std=gnu% \
    -Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion \
    -Werror=incompatible-pointer-types -Wstrict-prototypes \
    -Wmissing-prototypes -Wold-style-definition -Wdeclaration-after-statement"

# What a request of a browser runs through guards its arrays, but not each local
# variable that has a pointer to it: a guard costs six instructions.
case "$NGX_CC_OPT $ROBOTS_CXXFLAGS" in
    *-fstack-protector-strong*) ngx_robots_guard=-fstack-protector ;;
    *)                          ngx_robots_guard= ;;
esac

cat << END                                                    >> $NGX_MAKEFILE

$NGX_OBJS/ngx_http_robots_module.so $NGX_OBJS/nginx: $ROBOTS_COMMON_LIB

$ngx_robots_objs: override CFLAGS := \\
	\$(filter-out $ngx_robots_c_flags,\$(CFLAGS)) $ROBOTS_CXXFLAGS \\
	-std=c++17 -D_FILE_OFFSET_BITS=64 -fvisibility=hidden \\
	-I$ngx_robots_build -MMD -MP \\
	-DROBOTS_VERSION='"`cat $ngx_addon_dir/VERSION`"'

$NGX_OBJS/addon/enforcement/enforce.o \\
$NGX_OBJS/addon/enforcement/request_context.o \\
$NGX_OBJS/addon/handlers/headers.o \\
$NGX_OBJS/addon/handlers/variables.o: override CFLAGS += \\
	$ngx_robots_guard

$ngx_robots_cold: override CFLAGS += $ROBOTS_COLD_CXXFLAGS

$NGX_OBJS/addon/files/roots.o: override CFLAGS += \\
	-DROBOTS_SHARE='"${ROBOTS_SHARE:-/usr/share/nginx-robots}"'

$NGX_OBJS/addon/crawlers/built_in_crawlers.o: $ngx_robots_build/crawlers_table.inc

$ngx_robots_build/crawlers_table.inc: $ngx_addon_dir/policy/crawlers/crawlers.yaml
	\$(MAKE) -C $ngx_addon_dir BUILD=$ngx_robots_build SANITIZE= \\
		$ngx_robots_build/crawlers_table.inc

$NGX_OBJS/addon/crawlers/built_in_crawlers.o: $ngx_robots_build/browsers_table.inc

# After the other table: two makes at once would build their library twice, in
# the same place.
$ngx_robots_build/browsers_table.inc: \\
		$ngx_addon_dir/tests/data/user_agents_browsers.txt \\
		| $ngx_robots_build/crawlers_table.inc
	\$(MAKE) -C $ngx_addon_dir BUILD=$ngx_robots_build SANITIZE= \\
		$ngx_robots_build/browsers_table.inc

$NGX_OBJS/addon/page/page.o: $ngx_robots_build/status_page.inc

$ngx_robots_build/status_page.inc: \\
		`echo $ngx_addon_dir/status/page/*.html` \\
		`echo $ngx_addon_dir/status/page/*.css` \\
		`echo $ngx_addon_dir/status/page/*.js`
	\$(MAKE) -C $ngx_addon_dir BUILD=$ngx_robots_build SANITIZE= \\
		$ngx_robots_build/status_page.inc

-include `echo $ngx_robots_objs | sed 's/\.o\b/.d/g'`

END
