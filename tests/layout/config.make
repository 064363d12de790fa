cat << END                                                    >> $NGX_MAKEFILE

$NGX_OBJS/addon/layout/probe.o $NGX_OBJS/addon/conf/nginx_layout.o: \\
	override CFLAGS := \$(filter-out -Werror=implicit%,\$(CFLAGS)) \\
	-std=c++17

END
