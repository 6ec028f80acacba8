"""Small sets of words that say the same, for matching only. A word may stand in several sets."""

_SETS = """
big large huge enormous giant massive; small little tiny; quick fast rapid speedy swift; begin start launch; end finish conclude; buy
purchase acquire; help assist aid; child kid; man guy gentleman; woman lady; doctor physician; car automobile auto; bike bicycle cycle;
plane airplane aircraft jet; film movie picture; shop store; street road; child children kids; couch sofa; photo photograph picture; happy
glad joyful; sad unhappy; pretty lovely; smart intelligent; close shut; sick ill unwell; dead deceased; injured wounded hurt; injure wound;
rise increase grow gain; fall decrease decline drop reduce; reduce lower cut; raise increase lift boost; show demonstrate reveal indicate;
prove establish; say state declare report announce; tell inform; ask inquire; answer respond; create make produce; choose select pick; need
require; want desire wish; try attempt; use utilize employ; get obtain receive; give provide supply; keep retain; leave depart; arrive come
reach; look watch view observe; see spot notice; talk speak chat converse; walk stroll; jump leap; throw toss; hold grip carry; eat consume
dine; sleep nap; work labor labour; company firm business corporation; money cash; price cost; country nation; city town; area region; place
location site; house home residence; garden yard; sea ocean; stone rock; group bunch; soldier troop; cop officer police; boss manager; baby
infant; elderly old aged; near close nearby beside; outside outdoors outdoor; inside indoors indoor; scared afraid; important significant
crucial vital key; difficult hard; easy simple; famous noted; correct right accurate; wrong incorrect false; true accurate; safe secure;
illness disease; medicine drug medication; test trial; study research investigation; result outcome finding; method approach technique;
effect impact influence affect; cause reason; evidence proof; percent percentage; number figure; increase rise growth; decrease decline
reduction drop fall; election vote poll; law act; leader head chief; win triumph; victory win triumph; contest competition; album record;
song track tune; singer vocalist; author writer; release publish issue; star feature; perform play; born birth; die death pass; marry wed;
wife spouse; husband spouse; father dad; mother mom; assassinate murder; battle fight combat; bomb explosive; coronavirus covid; vaccine
vaccination; infection infected infect; fatality death; case infection; ban prohibit; allow permit let; stop halt quit; continue proceed;
include contain comprise; call name; call phone telephone; t-shirt shirt; hat cap; cellphone phone smartphone; television tv; wear dress;
couple pair two; mend repair; error mistake; idea thought; whole entire; several multiple various; nearly almost; about around
approximately; usually typically generally normally; often frequently; perhaps maybe possibly; quickly rapidly; also too; main primary
chief; first initial; last final; next following; previous former prior; current present; american us usa; british uk; puppy dog; review
critic; overweight heavyset; compete competition contest; medal award; beverage drink; meal food; snack food; observe monitor; lawyer
attorney
"""


def _sets() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(entry.split()) for entry in _SETS.replace("\n", " ").split(";"))


SYNONYM_SETS: tuple[tuple[str, ...], ...] = _sets()
