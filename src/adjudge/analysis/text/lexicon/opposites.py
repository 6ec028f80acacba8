"""Pairs of words that cannot both hold of the same thing at the same time.

`STRONG` pairs exclude each other wherever they meet in the same frame; `POSITIONAL` pairs are so common that they only
count where one stands in the other's place.
"""

_STRONG = """
increase/decrease increase/drop increase/fall increase/decline increase/reduce rise/fall rise/drop rise/decrease grow/decline raise/lower
raise/cut raise/reduce increase/lower accelerate/slow win/lose victory/defeat succeed/fail success/failure pass/fail accept/reject
accept/refuse approve/oppose admit/deny confirm/deny allow/prohibit allow/ban allow/prevent permit/ban guilty/innocent support/oppose
agree/disagree enjoy/hate remember/forget alive/dead living/dead live/die survive/die born/die healthy/sick healthy/ill hot/cold warm/cold
warm/cool open/close open/shut locked/unlocked begin/end start/end start/finish start/stop begin/finish begin/stop continue/stop
arrive/leave enter/leave come/go buy/sell purchase/sell join/leave join/quit stay/leave remain/leave build/demolish create/destroy
attack/defend attack/protect capture/release include/exclude add/remove male/female man/woman boy/girl husband/wife father/mother
son/daughter brother/sister king/queen actor/actress groom/bride indoors/outdoors inside/outside sit/stand sit/run sit/walk stand/walk
sleep/run sleep/walk sleep/play sleep/work sleep/jump sleep/dance sit/jump happy/angry laugh/cry big/little big/small large/small
large/little tall/short long/short wide/narrow deep/shallow heavy/light fat/thin high/low fast/slow quick/slow strong/weak hard/soft
young/old young/elderly young/senior young/aged new/old modern/ancient ancient/new early/late rich/poor wealthy/poor easy/difficult
easy/hard simple/complex full/empty clean/dirty beautiful/ugly good/bad good/terrible great/terrible positive/negative true/false
correct/wrong right/wrong likely/unlikely known/unknown common/rare often/rarely always/never public/private domestic/international
national/international internal/external maximum/minimum major/minor majority/minority exist/lack everyone/nobody everybody/nobody
everything/nothing first/last north/south east/west northern/southern eastern/western northeast/southwest left/right top/bottom front/back
upper/lower day/night daytime/nighttime daytime/night summer/winter bright/dark sunny/rainy sunny/cloudy peaceful/violent friend/enemy
doctor/patient winner/loser leader/follower profit/loss income/expense single/married marry/divorce alone/together alone/crowded
crowded/empty optional/required human/animal natural/artificial fictional/real dressed/naked ahead/behind forward/backward upward/downward
lead/trail able/unable aware/unaware brave/cowardly nervous/calm bored/excited bored/interested entertaining/boring encourage/discourage
save/spend save/waste separate/unite divide/unite minimize/maximize symptomatic/asymptomatic mild/severe liberal/conservative home/away
paid/unpaid free/paid armed/unarmed verbal/written spoken/written moving/stationary move/still still/running guest/host debtor/creditor
approve/reject gain/lose improve/worsen expand/shrink grow/shrink strengthen/weaken convict/acquit allow/forbid permit/prohibit hire/fire
arrest/release appoint/dismiss uphold/overturn cheap/expensive safe/dangerous safe/unsafe presence/absence permanent/temporary
mandatory/voluntary import/export surplus/deficit
"""
_POSITIONAL = """
more/less more/fewer above/below over/under up/down in/out on/off before/after until/after since/before with/without for/against to/from
into/from both/neither all/none always/sometimes he/she him/her his/her high/below further/nearer here/there now/then today/tomorrow
next/previous within/outside despite/because although/because unchanged/rise unchanged/increase unchanged/fall flat/increase flat/fall
most/least best/worst better/worse earlier/later convict/clear uphold/quash upheld/quash welcome/criticise accidental/deliberate
"""


def _pairs(block: str) -> tuple[tuple[str, str], ...]:
    return tuple((first, second) for first, second in (entry.split("/") for entry in block.split()))


STRONG: tuple[tuple[str, str], ...] = _pairs(_STRONG)
POSITIONAL: tuple[tuple[str, str], ...] = _pairs(_POSITIONAL)
