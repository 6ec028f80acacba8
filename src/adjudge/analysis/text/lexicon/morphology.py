"""Irregular English forms and the words that carry grammar rather than content (English and German)."""

from adjudge.analysis.text.lexicon.blocks import word_set

_VERBS = """
be am is are was were been being 's 're 'm; have has had having 've; do does did done doing; go goes went gone going; say said; make made;
take took taken; come came; see saw seen; get got gotten; give gave given; find found; think thought; tell told; become became; leave left;
feel felt; bring brought; begin began begun; keep kept; hold held; write wrote written; stand stood; hear heard; mean meant; meet met; run
ran; pay paid; sit sat; speak spoke spoken; lie lay lain lying; lead led; grow grew grown; lose lost; fall fell fallen; send sent; build
built; understand understood; draw drew drawn; break broke broken; spend spent; cut cutting; rise rose risen; drive drove driven; buy
bought; wear wore worn; choose chose chosen; seek sought; throw threw thrown; catch caught; deal dealt; win won winning; forget forgot
forgotten; fight fought; teach taught; sell sold; eat ate eaten; drink drank drunk; sing sang sung; swim swam swum swimming; fly flew flown;
ride rode ridden; sleep slept; know knew known; show shown; bear bore born borne; beat beaten; bite bit bitten; blow blew blown; die died
dying; dig dug; feed fed; flee fled; freeze froze frozen; hang hung; hide hid hidden; hit hitting; kneel knelt; lay laid; lend lent; light
lit; ring rang rung; shake shook shaken; shine shone; shoot shot; sink sank sunk; slide slid; spring sprang sprung; steal stole stolen;
stick stuck; strike struck; swear swore sworn; sweep swept; swing swung; tear tore torn; wake woke woken; weep wept; low lowered lowering;
withdraw withdrew withdrawn; forbid forbade forbidden; forgive forgave forgiven; shrink shrank shrunk; tie tied tying; use used using; agree
agreed; disagree disagreed; free freed; see seeing; overtake overtook overtaken; undergo underwent undergone; arise arose arisen; prove
proven; sew sewn; swell swollen; creep crept; bend bent; lean leant; leap leapt; burn burnt; learn learnt; dream dreamt; spoil spoilt; weave
wove woven
"""
_NOUNS = """
man men; woman women; child children; person people; foot feet; tooth teeth; goose geese; mouse mice; ox oxen; wife wives; life lives; knife
knives; leaf leaves; half halves; wolf wolves; shelf shelves; thief thieves; loaf loaves; calf calves; scarf scarves; datum data; medium
media; criterion criteria; phenomenon phenomena; analysis analyses; crisis crises; basis bases; hypothesis hypotheses; bacterium bacteria;
virus viruses; species; series; news; politics; physics; mathematics maths; gas gases; bus buses; lens lenses; index indices; hero heroes;
potato potatoes; tomato tomatoes; echo echoes; movie movies; cookie cookies; policeman policemen; policewoman policewomen; fireman firemen;
businessman businessmen; businesswoman businesswomen; sportsman sportsmen; fisherman fishermen; gentleman gentlemen; bed; red; building
buildings
"""
_ADJECTIVES = """
good better best; bad worse worst; far farther further furthest; much more most; little less least; old older oldest elder eldest; big
bigger biggest; large larger largest; small smaller smallest; high higher highest; low lower lowest; long longer longest; short shorter
shortest; young younger youngest; early earlier earliest; late later latest; few fewer fewest; great greater greatest; strong stronger
strongest; weak weaker weakest; fast faster fastest; slow slower slowest; hot hotter hottest; cold colder coldest; tall taller tallest;
cheap cheaper cheapest; rich richer richest; poor poorer poorest; easy easier easiest; hard harder hardest; new newer newest; wide wider
widest; close closer closest; near nearer nearest; warm warmer warmest; cool cooler coolest; heavy heavier heaviest; light lighter lightest;
safe safer safest
"""


def _table(*blocks: str) -> dict[str, str]:
    forms: dict[str, str] = {}
    for block in blocks:
        for entry in block.replace("\n", " ").split(";"):
            head, *rest = entry.split()
            for form in (head, *rest):
                forms.setdefault(form, head)
    return forms


COMPARATIVES: tuple[str, ...] = tuple(
    form for entry in _ADJECTIVES.split(";") for form in entry.split()[1:] if not form.endswith("st")
)
IRREGULAR: dict[str, str] = _table(_VERBS, _NOUNS, _ADJECTIVES)

STOP_WORDS: frozenset[str] = word_set(
    """nobody nothing noone none anyone anybody anything everyone everybody everything someone somebody something niemand nichts alle alles
    einige viele according including based a an the this that these those here there it its itself he him his himself she her hers herself
    they them their theirs themselves i me my mine myself we us our ours ourselves you your yours yourself who whom whose which what when
    where why how be am is are was were been being 's 're 'm 've 'll 'd have has had having do does did doing done will would shall should
    can could may might must ought of in on at by for with from to into onto upon about as than then so such and or but nor if while whereas
    because since although though however therefore thus also too very just even still yet already again both either neither each per via
    through during within between among across along over under above below up down out off away toward towards against around near not n't
    no never 't s t re ve ll d m some any all most many few more less other another same own one ones s lrb rrb lsb rsb us etc ie eg vs get
    got let there's much lot lots quite rather really only der die das den dem des ein eine einen einem einer eines und oder aber ist sind
    war waren wird werden wurde wurden hat haben hatte hatten sein ihre ihr ihren seine seinen von zu zum zur im am an auf aus bei mit nach
    seit für um durch über unter vor zwischen als wie auch noch nur schon sich es er sie wir ich nicht kein keine keinen dass daß da weil
    wenn man bis gegen ohne so sehr mehr diese dieser dieses sei seien habe gewesen worden werde würde würden hätte hätten wäre wären vom"""
)

GERMAN_MARKERS: frozenset[str] = word_set(
    """der die das und nicht ist sind mit von den dem ein eine wurde wurden werden für auf auch sich als nach bei
    zum zur über haben hat kein keine im"""
)

OPENERS: frozenset[str] = STOP_WORDS | word_set(
    """after always bad before big boy certain child children data dear despite different doctors early eight every evidence experts first
    five following four girl given good high inside large last late little long low maybe men new next nine now officials often old once
    outside patients people perhaps please police research researchers results scientists second seven several short six small sometimes
    studies study ten thanks three today tomorrow two using usually various without woman women yes yesterday young"""
)
"""Words that often open a sentence and so carry a capital without being names."""
