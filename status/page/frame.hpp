// The frame of every view: head with style and script, navigation, footer.

#ifndef ROBOTS_STATUS_PAGE_FRAME_HPP
#define ROBOTS_STATUS_PAGE_FRAME_HPP

#include <string_view>

#include "status/page/markup.hpp"

namespace robots::status {

struct Frame {
    std::string_view title;  // foreign text
    View view = View::overview;
    bool refreshes = true;
};

// All up to and with <main>, and all from </main> on.
void open_frame(Markup& out, const Frame& frame);
void close_frame(Markup& out, const model::Server& server);

}  // namespace robots::status

#endif
