// `unverifiable: reject`: requests that nothing proves to be a crawler's.

#include "tests/harness/first_line.hpp"
#include "tests/integration/identity/identity_fixture.hpp"

namespace integration {
namespace {

using MustBeProven = IdentityTest;

TEST_F(MustBeProven, WhatMustBeProvenWaitsForItsProof) {
    names.confirmed(kAddress, kName);
    policy_of("unverifiable: reject");
    serve(server());
    EXPECT_EQ(ask(kAddress).status, 200) << "its reverse name verifies it";
    EXPECT_EQ(ask(kAddress, "UnlistedBot/1.0").status, 403);
    EXPECT_EQ(nginx
                  .send(Request("http://example.com/robots.txt")
                            .agent("UnlistedBot/1.0"))
                  .status,
              200);
}

TEST_F(MustBeProven, WhatDnsDoesNotProveInTimeIsRefused) {
    names.confirmed(kAddress, kName);
    names.hold(reverse_name(kAddress), RecordType::ptr);
    policy_of("unverifiable: reject");
    serve(server());
    const Response refused = ask(kAddress);
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(first_line(refused.body),
              "This server cannot check whether this request comes from "
              "TrueBot.\n");
    ASSERT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(contains(nginx.violations()[0],
                         "identity=unverifiable group=* rule=\"-\" at=- "
                         "verdict=unverifiable action=reject"))
        << nginx.violations()[0];
    names.release_all();
    EXPECT_TRUE(await([&] { return ask(kAddress).status == 200; }));
}

}  // namespace
}  // namespace integration
