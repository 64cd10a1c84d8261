"""The example boards of our games' rules. Tests check each by the rules, with every option with which it is shown."""

from __future__ import annotations

from rowdy.interfaces.examples import Example

XOXO_EXAMPLES = {
    "aim": Example(
        "...../..ytj../.rhjbhwghs./...../..... - 11rcw/11gsj/22yhj yellow,heart,wink/blue,circle,grumpy lay 1 d3",
        beside=("goals",),
    ),
    "cards": Example(
        "...../..ytj../.rtjbhwghs./..rcg../..... - 11rcw/11gsj/21yhj yellow,heart,wink/blue,circle,grumpy lay 2 c2",
        beside=("goals", "pieces"),
    ),
    "grow": Example(
        "...../...../.rhjbhw../..gcj../..... - 11rcw/12gsj/22yhj yellow,heart,wink/blue,circle,grumpy lay 2 c2",
        pick="own",
    ),
    "wide": Example(
        "...../...../.rhjbtsgcj./...../..... - 11rcw/11gsj/23yhj yellow,heart,wink/blue,circle,grumpy lay 2 d3",
        pick="own",
    ),
    "lines": Example(
        "...../.rtwrcsrhj./.btsgtsytj./.gcwbhwrsw./..... - 10rcg/10bsj/19yhj red,heart,grumpy/blue,circle,joy lay 2 c2",
    ),
    "shared": Example(
        "...../..ytj../.bhwbhsbhg./...../..... - 11rcw/11gsj/22yhj red,heart,joy/blue,circle,wink lay 1 d3",
    ),
    "cover": Example(
        "...../.rtwysgrcs./.gcwgtsbsj./.bhgrhjycj./..... - 10rcg/10rsw/19yhj red,heart,grumpy/blue,circle,joy lay 2 c2",
        pick="own",
        notice=("c2",),
    ),
    "broken": Example(
        "...../.rtwrcsrhj./.btsgtsytj./.gcwbhwrsw./..... - 10rcg/10bsj/19yhj red,heart,grumpy/blue,circle,joy lay 2 c2",
        moves=("own@d4",),
        before=True,
    ),
}

FLIP_EXAMPLES = {
    "aim": Example("..../..../aba./AAA. place", moves=("B@d1",)),
    "flip": Example("..../.B../..Bb/.... flip", moves=("b3-b4",), before=True),
    "place": Example(".A../..../..Bb/.... place", moves=("a@b3",), before=True),
    "sides": Example("..../.a../.AAB/..b. flip", notice=("b2", "c2", "d2")),
    "open": Example("..../.a../.AAA/..b. flip", lines=(("b2", "c2", "d2"),), notice=("a2", "b1", "c3", "d1", "d3")),
    "enclosing": Example("..../..../abaB/AAA. flip", moves=("d2-d1",), before=True, lines=(("a1", "b1", "c1"),)),
    "both": Example("B.b./AbaA/A.aB/ABab place", moves=("b@b2",), before=True),
    "breakable": Example("..../.a../.AAA/..b. flip", moves=("d2-d3",), before=True, lines=(("b2", "c2", "d2"),)),
    "survived": Example("B.../.a../.AAA/.ab. flip", moves=("a4-a3",), before=True, lines=(("b2", "c2", "d2"),)),
    "two": Example(".AA./A..b/A.a./.b.a place", moves=("A@a4",)),
}

DJECO_EXAMPLES = {
    "aim": Example(
        "...../..b1../.r2r5../.b6.../..... r4,b2/r1,b3 - 0:0 play 4 1", moves=("r4@d3",), beside=("tokens",)
    ),
    "floating": Example("...../...../..r5../..b1../..... r4,b2/r1,b3 - 0:0 play 2 1", pick="r4"),
    "fixed": Example("...../...b1./...../.r5.../..... r4,b2/r1,b3 - 0:0 play 2 1", pick="r4"),
    "stack": Example("...../..b1r3./..r5../.b6.../..... r4,b5/r1,b3 - 0:0 play 4 1", moves=("b5@c3",), before=True),
    "yellow-stack": Example(
        "...../..b1r3./..r5+b5../.b6.../..... r4,b2,b4/r1,b3,y - 0:0 play 5 2", moves=("y@c3",), before=True
    ),
    "yellow-some": Example(
        "...../..b1r3./..r5+b5../.b6.../..... r4,b2,b4/r1,b3,y - 0:0 play 5 2", moves=("y1@c3",), before=True
    ),
    "green": Example(
        "...../..b1r3./..b5../.r2.../..... r4,b2,g/r1,b3,b6 - 0:0 play 4 1", moves=("g@b2-d4",), before=True
    ),
    "helping": Example(
        "...../.r1b2r3./.b5b6../.r2r6b1./..... b4/b3 - 0:0 play 8 1", moves=("b4@d3",), beside=("tokens",)
    ),
    "double": Example(
        "...../..b1r2./.r1r5../..b2r6./..... r3,b6/r4,b3 - 0:0 play 6 1", moves=("r3@d3",), beside=("tokens",)
    ),
}
