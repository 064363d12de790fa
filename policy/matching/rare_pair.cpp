#include "policy/matching/rare_pair.hpp"

namespace robots {

// About as in English, upper case and other octets being rare.
RarePair rarest_pair(std::string_view run) {
    constexpr std::string_view kFromCommonToRare =
        "/-eaitsonrlcdmpuhg0123456789bfywvkxqzj_%&.?=";
    RarePair rarest;
    if (run.size() < 2) {
        return rarest;
    }
    for (std::size_t i = 0; i < run.size(); ++i) {
        const std::size_t rarity =
            std::min(kFromCommonToRare.find(run[i]), kFromCommonToRare.size()) +
            1;
        if (rarity > rarest.rarity) {
            rarest = {std::min(i, run.size() - 2), rarity};
        }
    }
    return rarest;
}

}  // namespace robots
