# A crawler around libwww-perl: LWP::RobotUA, which obeys robots.txt, or
# LWP::UserAgent, which does not.
#
#     lwp.pl URL DELAY obey|ignore

use strict;
use warnings;
use HTML::LinkExtor;
use LWP::RobotUA;
use Time::HiRes qw(sleep time);
use URI;

my ($start, $delay, $manner) = @ARGV;
my $obeys = $manner eq 'obey';
my $ua =
  $obeys
  ? LWP::RobotUA->new('LwpBot/1.0', 'bot@example.com')
  : LWP::UserAgent->new(agent => 'LwpBot/1.0');
$ua->delay($delay / 60) if $obeys;
$ua->timeout(30);

my @queue = ($start);
my %seen  = ($start => 1);
my $host  = URI->new($start)->host_port;
while (my $url = shift @queue) {
    my $answer = $ua->get($url);
    next unless $answer->is_success && $answer->content_type eq 'text/html';
    my $extractor = HTML::LinkExtor->new(undef, $answer->base);
    $extractor->parse($answer->decoded_content);
    for my $link ($extractor->links) {
        my ($tag, %attributes) = @$link;
        next unless $tag eq 'a';
        my $there = URI->new($attributes{href})->canonical;
        next unless $there->scheme eq 'http' && $there->host_port eq $host;
        push @queue, "$there" unless $seen{"$there"}++;
    }
}
