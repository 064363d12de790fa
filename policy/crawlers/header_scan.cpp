#include "policy/crawlers/header_scan.hpp"

#include <algorithm>

namespace robots {

HeaderScan::HeaderScan(std::string_view header)
    : header_(header.substr(0, kMaxHeader)),
      blocks_((header_.size() + kBlock - 1) / kBlock) {
    OctetBitmap alphanumerics;
    OctetBitmap dots;
    for (std::size_t block = 0; block < blocks_; ++block) {
        const std::size_t at = block * kBlock;
        const char* octets = header_.data() + at;
        std::array<char, kBlock> rest;
        if (header_.size() - at < kBlock) {
            rest.fill('\0');
            std::memcpy(rest.data(), octets, header_.size() - at);
            octets = rest.data();
        }
        const OctetClasses classes = classify_block(octets, &core_octets_[at]);
        alphanumerics.set(block, classes.alphanumeric);
        dots.set(block, classes.dot);
        cores_.set(block, classes.core);
        ts_or_rs_.set(block, classes.t_or_r);
    }
    std::memset(&core_octets_[blocks_ * kBlock], 0, kKey);
    alphanumerics.close(blocks_);
    cores_.close(blocks_);
    ts_or_rs_.close(blocks_);
    for (std::size_t block = 0; block < blocks_; ++block) {
        words_.set(block,
                   cores_[block] | (dots[block] & alphanumerics.after(block)));
    }
    words_.close(blocks_);
}

}  // namespace robots
