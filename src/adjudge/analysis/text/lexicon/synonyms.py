"""Small sets of words that say the same, for matching only. A word may stand in several sets."""

_SETS = """
big large huge enormous giant massive gigantic; small little tiny; quick fast rapid speedy swift; begin start commence launch;
end finish conclude; buy purchase acquire; help assist aid; child kid youngster; boy lad; girl lass; man guy gentleman fellow;
woman lady; doctor physician; car automobile auto; bike bicycle cycle; plane airplane aircraft jet; boat ship vessel;
film movie picture; shop store; street road roadway; sidewalk pavement; child children kids; couch sofa; photo photograph picture;
happy glad joyful cheerful; sad unhappy sorrowful; angry mad furious; beautiful pretty lovely gorgeous; clever smart intelligent;
close shut; rich wealthy affluent; poor impoverished; sick ill unwell; dead deceased; kill slay; murder homicide; injured wounded hurt;
injure wound; unharmed unhurt uninjured unscathed; rise increase grow climb gain; fall decrease decline drop reduce; reduce lower cut; raise increase lift boost;
show demonstrate reveal indicate; prove establish; say state declare report announce; tell inform; ask inquire; answer reply respond;
build construct erect; destroy demolish ruin wreck; create make produce; choose select pick; need require; want desire wish; try attempt;
use utilize utilise employ; get obtain receive; give provide supply; keep retain; leave depart exit; arrive come reach;
look watch view observe; see spot notice; talk speak chat converse; shout yell scream; laugh giggle; cry weep sob; smile grin;
walk stroll hike; run jog sprint; jump leap hop; throw toss hurl; catch grab; hold grasp grip carry; eat consume dine; drink sip;
sleep nap doze; rest relax; work labor labour; job occupation profession; company firm business corporation; money cash; price cost;
country nation; city town; area region zone; place location site; house home residence; flat apartment; garden yard; forest woods wood;
sea ocean; hill mountain; stone rock; path trail; crowd throng; group bunch; team squad; soldier troop; policeman cop officer police;
firefighter fireman; student pupil; teacher instructor; boss manager; friend buddy pal; baby infant; elderly old aged; young youthful;
near close nearby beside; outside outdoors outdoor; inside indoors indoor; scared afraid frightened; tired exhausted weary;
important significant crucial vital key; difficult hard tough; easy simple; strange odd weird; famous renowned noted; correct right accurate;
wrong incorrect false inaccurate; true accurate; danger risk hazard; dangerous risky hazardous; safe secure; quiet silent; loud noisy;
illness disease sickness; medicine drug medication; test trial; study research investigation; scientist researcher; result outcome finding;
method approach technique; effect impact influence affect; cause reason; evidence proof; percent percentage; number figure; amount quantity;
increase rise growth; decrease decline reduction drop fall; election vote poll; law legislation act statute; leader head chief;
win triumph; victory win triumph; defeat loss; contest competition; award prize; album record; song track tune; singer vocalist;
author writer; actor performer; director filmmaker; release publish issue; star feature; perform play; born birth; die death pass;
marry wed; marriage wedding; wife spouse; husband spouse; father dad; mother mom mum; grandmother grandma; grandfather grandpa;
assassinate murder; capture seize; attack assault; war conflict; battle fight combat; army military; gun firearm; bomb explosive;
coronavirus covid sars-cov-2; vaccine jab shot vaccination inoculation; infection infected infect; fatality death; case infection; approve authorize authorise endorse;
ban prohibit forbid; allow permit let; stop halt cease quit; continue proceed; join enter; include contain comprise; locate situate;
call name; call phone telephone; trousers pants; t-shirt shirt; sweater jumper pullover; hat cap; rubbish garbage trash waste; autumn fall;
holiday vacation; lorry truck; taxi cab; luggage baggage; mobile cellphone phone smartphone; television tv; computer laptop pc;
wear dress; bright sunny; couple pair two; mend repair fix; gift present; error mistake; idea notion thought; whole entire; enough sufficient;
several multiple various; nearly almost; about around approximately; usually typically generally normally; often frequently; rarely seldom;
perhaps maybe possibly; together jointly; quickly rapidly; also too; main primary principal chief; first initial; last final; next following;
previous former prior; current present; american us u.s. usa; british uk u.k.; supper dinner; motorcycle motorbike; wooden wood; woollen wool;
sofa settee; road highway; lake pond; puppy dog; kitten cat; rabbit bunny; pony horse; ballplayer player; instrumentalist musician;
naked nude; review critic; overweight heavyset fat; compete competition contest; medal award; kiss smooch; hug embrace; gathering assembly; beverage drink; meal food; snack food; pavement ground; observe monitor; lawyer attorney
"""


def _sets() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(entry.split()) for entry in _SETS.replace("\n", " ").split(";"))


SYNONYM_SETS: tuple[tuple[str, ...], ...] = _sets()
