#!/usr/bin/env perl
# A first bot. The referee writes one JSON object a line: `hello`, then for each game `start`,
# requests of the type `act`, and `end`; at last `bye`. Two of these are answered on stdout:
# `hello` with `ready`, each `act` with its `id` and one of its `legal` actions. All else that is
# printed must go to STDERR, so use `warn`, not `print`.
use strict;
use warnings;
use JSON::PP;    # comes with Perl

$| = 1;          # or each line would wait in a buffer here while the clock runs

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    my $type    = $message->{type};
    if ($type eq 'hello') {
        # "concurrent": several games may be open at once. This bot remembers nothing, so it
        # cannot mix them up; one that does keeps its memory by $message->{game_id}.
        say_json({ type => 'ready', concurrent => JSON::PP::true });
    }
    elsif ($type eq 'act') {
        my $action = choose($message->{observation}, @{ $message->{legal} });
        say_json({ id => $message->{id}, action => $action });
    }
    last if $type eq 'bye';
}

sub say_json { print encode_json($_[0]), "\n" }

# The first legal action that begins like a wish.
sub choose {
    my ($seen, @legal) = @_;
    # High numbers go into the row that must fall, low ones into the row that must rise.
    my $drawn = $seen->{drawn} // '';
    my $place = $drawn =~ /^\d+$/ && $drawn > 50 ? 'place:top' : 'place:bottom';
    my @wishes = (
        (enough($seen) ? qw(bank stick) : ()), qw(stay draw hit), $place,
        qw(place: build: steal: add: block double: discard),
    );
    for my $wish (@wishes) {
        for my $action (@legal) { return $action if index($action, $wish) == 0 }
    }
    return $legal[0];
}

# Whether to stop and keep what there is: the number to tune first is in each line.
sub enough {
    my ($seen) = @_;
    # bank_dice: the first three rolls cannot lose anything
    return $seen->{roll} >= 3 && $seen->{bank} >= 250 if exists $seen->{roll};
    # bank_or_bust_numbers: six cards, in whichever row
    my $mine = $seen->{rows}[ $seen->{you} ];
    return @{ $mine->{top}{cards} } + @{ $mine->{bottom}{cards} } >= 6 if $mine;
    # bank_or_bust_money: three cards beside the hidden one
    return exists $seen->{wallets} && @{ $seen->{hands}[ $seen->{you} ]{up} } >= 3;
}
