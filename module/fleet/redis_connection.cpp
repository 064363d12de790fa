#include "module/fleet/redis_connection.hpp"

extern "C" {
#include <hiredis/async.h>
#include <hiredis/hiredis.h>
}

#include <memory>

namespace robots::nginx {

// What hiredis and nginx call. All events are level-triggered: hiredis reads a
// piece at a time, and an edge would be told once.
struct RedisConnection::Hooks {
    static RedisConnection& of(void* data) {
        return *static_cast<RedisConnection*>(data);
    }

    static RedisConnection& of(const redisAsyncContext* context) {
        return of(context->data);
    }

    static void on(ngx_event_t* event, ngx_int_t kind) noexcept {
        if (!event->active) {
            ngx_add_event(event, kind, NGX_LEVEL_EVENT);
        }
    }

    static void off(ngx_event_t* event, ngx_int_t kind) noexcept {
        if (event->active) {
            ngx_del_event(event, kind, 0);
        }
    }

    static void add_read(void* data) noexcept {
        on(of(data).connection_->read, NGX_READ_EVENT);
    }
    static void del_read(void* data) noexcept {
        off(of(data).connection_->read, NGX_READ_EVENT);
    }
    static void add_write(void* data) noexcept {
        on(of(data).connection_->write, NGX_WRITE_EVENT);
    }
    static void del_write(void* data) noexcept {
        off(of(data).connection_->write, NGX_WRITE_EVENT);
    }

    // hiredis closes the descriptor itself, right after this.
    static void cleanup(void* data) noexcept {
        RedisConnection& self = of(data);
        ngx_connection_t* c = self.connection_;
        if (c == nullptr) {
            return;
        }
        self.connection_ = nullptr;
        off(c->read, NGX_READ_EVENT);
        off(c->write, NGX_WRITE_EVENT);
        for (ngx_event_t* event : {c->read, c->write}) {
            if (event->posted) {
                ngx_delete_posted_event(event);
            }
        }
        ngx_free_connection(c);
        c->fd = static_cast<ngx_socket_t>(-1);
    }

    static void handle(ngx_event_t* event) noexcept {
        auto* c = static_cast<ngx_connection_t*>(event->data);
        RedisConnection& self = of(c->data);
        if (self.context_ == nullptr) {
            return;
        }
        if (event->write) {
            redisAsyncHandleWrite(self.context_);
        } else {
            redisAsyncHandleRead(self.context_);
        }
    }

    static void connected(const redisAsyncContext* context,
                          int status) noexcept {
        RedisConnection& self = of(context);
        if (status == REDIS_OK) {
            self.owner_.connection_made();
        } else {
            self.lost(context->errstr);
        }
    }

    static void disconnected(const redisAsyncContext* context,
                             int status) noexcept {
        RedisConnection& self = of(context);
        if (self.context_ == context && status != REDIS_OK) {
            self.lost(context->errstr);
        }
    }

    // One command's callback, for as long as its reply is awaited.
    struct Pending {
        Callback callback;
        void* data;
    };

    static void replied(redisAsyncContext*, void* reply, void* data) noexcept {
        auto* pending = static_cast<Pending*>(data);
        const Pending call = *pending;
        delete pending;
        call.callback(call.data, static_cast<const redisReply*>(reply));
    }
};

bool RedisConnection::open(const std::string& address, int port) {
    return start(redisAsyncConnect(address.c_str(), port));
}

bool RedisConnection::open_socket(const std::string& path) {
    return start(redisAsyncConnectUnix(path.c_str()));
}

bool RedisConnection::start(redisAsyncContext* context) {
    if (context == nullptr) {
        return false;
    }
    if (context->err != 0 || context->c.fd < 0) {
        redisAsyncFree(context);
        return false;
    }
    ngx_connection_t* c = ngx_get_connection(context->c.fd, ngx_cycle->log);
    if (c == nullptr) {
        redisAsyncFree(context);
        return false;
    }
    c->data = this;
    c->log = ngx_cycle->log;
    c->read->log = c->log;
    c->write->log = c->log;
    c->read->handler = Hooks::handle;
    c->write->handler = Hooks::handle;
    connection_ = c;
    context_ = context;
    context->data = this;
    context->ev.data = this;
    context->ev.addRead = Hooks::add_read;
    context->ev.delRead = Hooks::del_read;
    context->ev.addWrite = Hooks::add_write;
    context->ev.delWrite = Hooks::del_write;
    context->ev.cleanup = Hooks::cleanup;
    redisAsyncSetConnectCallback(context, Hooks::connected);
    redisAsyncSetDisconnectCallback(context, Hooks::disconnected);
    return true;
}

void RedisConnection::lost(std::string_view why) noexcept {
    // hiredis frees the context when it has called everybody back.
    context_ = nullptr;
    owner_.connection_lost(why);
}

void RedisConnection::close() noexcept {
    if (redisAsyncContext* context = context_) {
        context_ = nullptr;
        redisAsyncFree(context);
    }
}

bool RedisConnection::send(const std::vector<std::string>& command,
                           Callback callback, void* data) noexcept {
    if (context_ == nullptr) {
        return false;
    }
    return guarded<bool>(ngx_cycle->log, false, [&] {
        std::vector<const char*> texts;
        std::vector<std::size_t> sizes;
        for (const std::string& word : command) {
            texts.push_back(word.data());
            sizes.push_back(word.size());
        }
        auto pending =
            std::make_unique<Hooks::Pending>(Hooks::Pending{callback, data});
        if (redisAsyncCommandArgv(context_, Hooks::replied, pending.get(),
                                  static_cast<int>(texts.size()), texts.data(),
                                  sizes.data()) != REDIS_OK) {
            return false;
        }
        static_cast<void>(pending.release());
        return true;
    });
}

}  // namespace robots::nginx
