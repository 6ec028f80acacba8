"""Pairs of words that cannot both hold of the same thing at the same time.

`STRONG` pairs exclude each other wherever they meet in the same frame; `POSITIONAL` pairs are so common that they only
count where one stands in the other's place.
"""

_STRONG = """
increase/decrease increase/drop increase/fall increase/decline increase/reduce increase/shrink rise/fall rise/decline rise/drop
rise/decrease grow/shrink grow/decline expand/contract expand/shrink gain/lose raise/lower raise/cut raise/reduce increase/lower strengthen/weaken
improve/worsen improve/deteriorate accelerate/slow widen/narrow deepen/shallow climb/fall soar/plunge surge/plunge
win/lose victory/defeat succeed/fail success/failure pass/fail accept/reject accept/refuse accept/decline approve/reject approve/deny
approve/oppose admit/deny confirm/deny allow/forbid allow/prohibit allow/ban allow/prevent permit/forbid permit/prohibit permit/ban
legal/illegal lawful/unlawful guilty/innocent convict/acquit support/oppose favor/oppose favour/oppose agree/disagree
praise/criticize praise/criticise praise/condemn like/dislike like/hate love/hate love/despise enjoy/hate remember/forget
alive/dead living/dead live/die survive/die birth/death born/die healthy/sick healthy/ill hot/cold warm/cold warm/cool wet/dry
open/close open/shut open/closed locked/unlocked begin/end start/end start/finish start/stop begin/finish begin/stop
continue/stop arrive/leave arrive/depart enter/exit enter/leave come/go buy/sell purchase/sell lend/borrow push/pull
hire/fire employ/dismiss appoint/dismiss join/leave join/quit stay/leave remain/leave build/destroy build/demolish create/destroy
attack/defend attack/protect arrest/release capture/release imprison/free include/exclude add/remove
male/female man/woman boy/girl husband/wife father/mother son/daughter brother/sister uncle/aunt nephew/niece king/queen
prince/princess actor/actress men/women gentleman/lady grandfather/grandmother groom/bride himself/herself
indoors/outdoors inside/outside indoor/outdoor interior/exterior
asleep/awake sleep/awake sit/stand sit/run sit/walk stand/walk sleep/run sleep/walk sleep/play
sleep/work sleep/eat sleep/jump sleep/dance sleep/swim sleep/sing sit/jump
happy/sad happy/angry happy/unhappy glad/sad cheerful/gloomy laugh/cry smile/frown smile/cry
big/little big/small large/small large/little huge/tiny giant/tiny tall/short long/short thick/thin wide/narrow deep/shallow
heavy/light fat/thin fat/skinny high/low fast/slow quick/slow quickly/slowly strong/weak hard/soft rough/smooth sharp/blunt
young/old young/elderly young/senior young/aged new/old modern/ancient ancient/new early/late rich/poor wealthy/poor cheap/expensive
easy/difficult easy/hard simple/complex simple/complicated full/empty clean/dirty beautiful/ugly good/bad good/evil
good/terrible great/terrible excellent/poor excellent/terrible positive/negative optimistic/pessimistic true/false
correct/incorrect correct/wrong right/wrong safe/dangerous safe/unsafe harmless/harmful harmful/beneficial effective/ineffective
useful/useless helpful/unhelpful important/unimportant significant/insignificant possible/impossible
likely/unlikely certain/uncertain known/unknown common/rare common/uncommon frequent/rare often/rarely often/seldom always/never
usual/unusual normal/abnormal popular/unpopular famous/unknown public/private urban/rural domestic/foreign domestic/international
national/international local/foreign internal/external maximum/minimum major/minor superior/inferior senior/junior
majority/minority presence/absence present/absent exist/lack everywhere/nowhere everyone/nobody everybody/nobody everything/nothing
everyone/noone somebody/nobody first/last former/latter north/south east/west northern/southern eastern/western northeast/southwest
northwest/southeast left/right top/bottom front/back upper/lower ascend/descend vertical/horizontal
day/night daytime/nighttime daytime/night day/nighttime morning/evening dawn/dusk sunrise/sunset summer/winter noisy/quiet loud/quiet loud/silent light/dark bright/dark
bright/dim sunny/rainy sunny/cloudy calm/stormy peace/war peaceful/violent friend/enemy ally/enemy hero/villain
teacher/student doctor/patient employer/employee buyer/seller winner/loser leader/follower
profit/loss profitable/unprofitable income/expense import/export supply/demand surplus/deficit asset/liability credit/debit
single/married marry/divorce single/double alone/together alone/crowded crowded/empty crowded/deserted busy/idle active/inactive
active/passive voluntary/compulsory optional/mandatory optional/required required/optional
human/animal natural/artificial real/fake genuine/fake authentic/fake fiction/nonfiction
fictional/real permanent/temporary constant/variable stable/unstable
visible/invisible dressed/naked clothed/naked clothed/nude barefoot/shod straight/curved bald/hairy
fresh/stale raw/cooked sweet/bitter sweet/sour liquid/solid soluble/insoluble acid/alkaline conductor/insulator
ahead/behind forward/backward forwards/backwards upstairs/downstairs uphill/downhill upward/downward upwards/downwards
overestimate/underestimate exceed/undershoot overweight/underweight outnumber/trail lead/trail ahead/trail
mandatory/voluntary literate/illiterate formal/informal regular/irregular complete/incomplete perfect/imperfect
dependent/independent direct/indirect equal/unequal fair/unfair able/unable aware/unaware
willing/unwilling able/incapable capable/incapable polite/rude patient/impatient honest/dishonest
loyal/disloyal mature/immature moral/immoral rational/irrational responsible/irresponsible secure/insecure sober/drunk
sane/insane brave/cowardly generous/stingy generous/selfish lazy/hardworking lazy/diligent cruel/kind gentle/rough strict/lenient
proud/ashamed careful/careless guilty/blameless tense/relaxed nervous/relaxed nervous/calm bored/excited bored/interested
interesting/boring exciting/boring entertaining/boring smart/stupid clever/stupid intelligent/stupid wise/foolish
lengthen/shorten inhale/exhale freeze/melt freeze/boil float/sink tighten/loosen lock/unlock fill/empty load/unload
dress/undress pack/unpack cover/uncover connect/disconnect attach/detach appear/disappear obey/disobey trust/distrust
encourage/discourage attract/repel attract/repulse advance/retreat invade/withdraw deploy/withdraw construct/demolish
legalize/ban legalise/ban impose/lift impose/repeal enact/repeal adopt/abandon adopt/repeal keep/discard save/spend save/waste
earn/spend hide/reveal conceal/reveal separate/unite divide/unite merge/split unite/split
ignore/notice minimize/maximize minimise/maximise underestimate/exaggerate exaggerate/understate vaccinated/unvaccinated
symptomatic/asymptomatic benign/malignant acute/chronic mild/severe fatal/survivable infected/uninfected immune/susceptible
innocent/convicted upheld/overturned uphold/overturn uphold/reverse ratify/reject elected/defeated incumbent/challenger
republican/democrat liberal/conservative socialist/capitalist hawkish/dovish bullish/bearish
home/away professional/amateur paid/unpaid free/paid armed/unarmed accompanied/alone tie/untie
verbal/written spoken/written oral/written digital/analogue digital/analog online/offline wired/wireless manned/unmanned
mobile/stationary moving/stationary moving/motionless move/still still/running edible/inedible poisonous/edible
predator/prey carnivore/herbivore carnivorous/herbivorous nocturnal/diurnal vertebrate/invertebrate
descendant/ancestor predecessor/successor parent/child guest/host landlord/tenant debtor/creditor plaintiff/defendant
prosecution/defence prosecution/defense offence/defence offense/defense victim/perpetrator suspect/victim
"""
_POSITIONAL = """
more/less more/fewer most/least above/below over/under up/down in/out on/off before/after until/after since/before
with/without for/against to/from into/from everything/nothing both/neither either/neither all/none always/sometimes
he/she him/her his/her himself/herself his/hers high/below best/worst better/worse maximum/minimum further/nearer near/far
here/there now/then yesterday/tomorrow today/yesterday today/tomorrow next/previous earlier/later
ahead/behind inside/outside upper/lower back/front begin/end within/outside despite/because although/because unlike/like
convict/clear uphold/quash upheld/quash welcome/criticise welcome/criticize welcome/condemn accidental/deliberate accidental/intentional
unchanged/rise unchanged/increase unchanged/grow unchanged/climb unchanged/fall unchanged/decrease unchanged/drop unchanged/decline
flat/rise flat/increase flat/grow flat/climb flat/fall flat/decrease flat/drop flat/decline
"""


def _pairs(block: str) -> tuple[tuple[str, str], ...]:
    return tuple((first, second) for first, second in (entry.split("/") for entry in block.split()))


STRONG: tuple[tuple[str, str], ...] = _pairs(_STRONG)
POSITIONAL: tuple[tuple[str, str], ...] = _pairs(_POSITIONAL)
