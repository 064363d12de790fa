# Appended to nginx's Makefile: C++ flags and header dependencies for this
# addon's objects only, and the catalogue's table, which this addon's own
# Makefile builds.

ngx_robots_objs=
for ngx_robots_src in $ngx_robots_srcs; do
    ngx_robots_folder=`basename \`dirname $ngx_robots_src\``
    ngx_robots_name=`basename $ngx_robots_src .cpp`
    ngx_robots_objs="$ngx_robots_objs \
        $NGX_OBJS/addon/$ngx_robots_folder/$ngx_robots_name.o"
done

# Where this addon's Makefile builds the table; its own build names the folder
# in which it has been built already.
case $NGX_OBJS in
    /*) ngx_robots_build=${ROBOTS_BUILD:-$NGX_OBJS/addon/robots} ;;
    *)  ngx_robots_build=${ROBOTS_BUILD:-`pwd`/$NGX_OBJS/addon/robots} ;;
esac

cat << END                                                    >> $NGX_MAKEFILE

$ngx_robots_objs: CFLAGS += -std=c++17 -fvisibility=hidden \\
	-I$ngx_robots_build -MMD -MP

$NGX_OBJS/addon/policy/built_in_crawlers.o: $ngx_robots_build/crawlers_table.inc

$ngx_robots_build/crawlers_table.inc: $ngx_addon_dir/policy/crawlers.yaml
	\$(MAKE) -C $ngx_addon_dir BUILD=$ngx_robots_build SANITIZE= \\
		$ngx_robots_build/crawlers_table.inc

-include `echo $ngx_robots_objs | sed 's/\.o\b/.d/g'`

END
