# The configuration of swish-e's spider, which takes URL, DELAY and MANNER from
# the environment.

use strict;
use warnings;

our @servers = ({
    base_url           => $ENV{PROOF_URL},
    email              => 'bot@example.com',
    delay_sec          => int($ENV{PROOF_DELAY}),
    ignore_robots_file => $ENV{PROOF_MANNER} eq 'ignore',
    # A connection that is kept knows no delay.
    keep_alive         => !int($ENV{PROOF_DELAY}),
    max_files          => 400,
    use_md5            => 0,
});
1;
