#include "module/fleet/reply_reader.hpp"

extern "C" {
#include <hiredis/hiredis.h>
}

#include <new>

namespace robots::nginx {

namespace {

// The functions with which hiredis creates objects. This class replaces only
// createArray, because hiredis's createArray allocates memory for as many
// elements as the server announces, before the elements arrive. The replacement
// rejects lists that are too long.
class BoundedObjects {
  public:
    explicit BoundedObjects(const redisReplyObjectFunctions& own)
        : functions(own) {
        create_list_ = own.createArray;
        functions.createArray = create_list;
    }

    redisReplyObjectFunctions functions;

  private:
    // The type of `elements` is different in different versions of hiredis.
    template <typename Number>
    static void* create_list(const redisReadTask* task, Number elements) {
        return static_cast<std::size_t>(elements) > ReplyReader::kMaxElements
                   ? nullptr
                   : create_list_(task, elements);
    }

    static decltype(redisReplyObjectFunctions::createArray) create_list_;
};

decltype(redisReplyObjectFunctions::createArray) BoundedObjects::create_list_;

redisReplyObjectFunctions* bounded_objects(const redisReader& reader) {
    static BoundedObjects objects(*reader.fn);
    return &objects.functions;
}

}  // namespace

void ReplyReader::Free::operator()(redisReply* reply) const {
    freeReplyObject(reply);
}

void ReplyReader::Free::operator()(redisReader* reader) const {
    redisReaderFree(reader);
}

ReplyReader::ReplyReader() : reader_(redisReaderCreate()) {
    if (reader_ == nullptr) {
        throw std::bad_alloc();
    }
    reader_->fn = bounded_objects(*reader_);
}

bool ReplyReader::feed(std::string_view octets) {
    awaited_ += octets.size();
    if (awaited_ > kMaxOctets) {
        broken_ = true;
    }
    return broken_ || redisReaderFeed(reader_.get(), octets.data(),
                                      octets.size()) == REDIS_OK;
}

ReplyReader::Reply ReplyReader::next() {
    void* reply = nullptr;
    if (broken_ || redisReaderGetReply(reader_.get(), &reply) != REDIS_OK) {
        broken_ = true;
        return nullptr;
    }
    if (reply != nullptr) {
        awaited_ = reader_->len - reader_->pos;
    }
    return Reply(static_cast<redisReply*>(reply));
}

std::string_view text_of(const redisReply& reply) {
    const bool has_text = reply.type == REDIS_REPLY_STRING ||
                          reply.type == REDIS_REPLY_STATUS ||
                          reply.type == REDIS_REPLY_ERROR;
    return has_text && reply.str != nullptr
               ? std::string_view{reply.str,
                                  static_cast<std::size_t>(reply.len)}
               : std::string_view{};
}

std::optional<std::vector<std::int64_t>> numbers_of(const redisReply& reply) {
    if (reply.type != REDIS_REPLY_ARRAY) {
        return std::nullopt;
    }
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < reply.elements; ++i) {
        if (reply.element[i]->type != REDIS_REPLY_INTEGER) {
            return std::nullopt;
        }
        numbers.push_back(reply.element[i]->integer);
    }
    return numbers;
}

std::optional<std::vector<std::string>> texts_of(const redisReply& reply) {
    if (reply.type != REDIS_REPLY_ARRAY) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < reply.elements; ++i) {
        texts.emplace_back(text_of(*reply.element[i]));
    }
    return texts;
}

}  // namespace robots::nginx
