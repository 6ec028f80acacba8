"""Kinds and their members: a member is of its kind, and two members of one kind exclude each other.

A kind's line begins with the words for the kind itself. Members joined by `=` are one and the same thing.
"""

_EXCLUSIVE = """
colour color: red=crimson=scarlet blue green yellow orange purple=violet pink brown black white grey=gray beige turquoise maroon navy gold silver
  teal magenta cyan tan lavender
direction: north south east west
weekday: monday tuesday wednesday thursday friday saturday sunday
month: january february march april june july august september october november december
season: spring summer autumn=fall winter
planet: mercury venus earth mars jupiter saturn uranus neptune pluto
meal: breakfast lunch dinner=supper brunch
instrument: guitar piano violin drum=drums flute trumpet saxophone=sax cello harp clarinet accordion harmonica banjo trombone
  tuba ukulele organ keyboard bagpipe fiddle xylophone bass tambourine
sport: football=soccer basketball baseball tennis golf hockey rugby volleyball cricket badminton swimming boxing wrestling
  karate judo softball lacrosse skiing snowboarding skateboarding surfing polo gymnastics fencing archery rowing
vehicle: car=automobile=auto truck=lorry bus motorcycle=motorbike bicycle=bike=cycle train tram boat ship plane=airplane=aircraft
  helicopter van taxi=cab tractor scooter ferry submarine yacht canoe kayak limousine=limo ambulance wagon sled=sledge skateboard
  tricycle rickshaw jeep subway trolley rocket
animal creature: dog=puppy=canine=hound cat=kitten=feline horse=pony cow=cattle sheep=lamb goat pig=hog lion tiger bear elephant monkey wolf
  fox deer rabbit=bunny mouse rat snake crocodile alligator turtle frog fish=salmon=trout shark whale dolphin bird chicken=hen duck
  goose turkey eagle owl parrot penguin bee butterfly spider ant fly mosquito camel donkey giraffe zebra kangaroo squirrel bull
  llama seal octopus crab lobster panda leopard cheetah hamster lizard swan pigeon crow ostrich gorilla chimpanzee
bird: eagle owl parrot penguin pigeon=dove crow=raven swan ostrich sparrow robin hawk falcon seagull=gull flamingo peacock vulture
fruit: apple banana orange grape lemon lime pear peach cherry strawberry mango pineapple melon=watermelon plum kiwi apricot
  raspberry blueberry fig coconut grapefruit
vegetable: carrot potato onion cabbage broccoli cucumber lettuce spinach bean pea corn=maize pepper garlic celery pumpkin
  cauliflower eggplant=aubergine zucchini=courgette radish beetroot tomato
drink beverage: water coffee tea milk juice beer wine soda=coke=cola whiskey=whisky vodka champagne rum gin lemonade cocoa
  cider brandy tequila
material: wood=wooden metal plastic glass stone paper leather cotton wool silk rubber concrete clay brick cardboard marble cement sand bamboo
metal: gold silver iron copper steel bronze aluminium=aluminum tin lead zinc nickel titanium platinum brass
shape: circle=circular square triangle=triangular rectangle=rectangular oval hexagon sphere cube
body_part: head arm leg hand foot ear nose eye mouth knee shoulder elbow finger toe neck stomach ankle wrist chin
organ: heart liver kidney lung brain stomach bladder pancreas spleen
clothing: shirt=t-shirt=tshirt pants=trousers jacket coat dress skirt hat=cap shoe sock glove scarf tie suit sweater=pullover=jumper shorts=short
  jeans vest hoodie robe uniform apron swimsuit=bikini tuxedo sandal boot helmet kilt
room: kitchen bathroom bedroom classroom courtroom garage attic basement hallway=corridor lobby ballroom
place location: beach park school hospital church office restaurant library museum airport stadium factory farm forest=woods desert mountain
  river lake ocean=sea street=road field zoo gym bar=pub store=shop supermarket market theater=theatre cinema hotel bank
  garden bakery prison=jail pool house=home harbor=harbour courthouse station bridge playground casino nightclub barn subway
family relative: father=dad mother=mom=mum son daughter brother sister uncle aunt nephew niece grandfather=grandpa grandmother=grandma cousin
  husband wife stepfather stepmother
occupation profession: doctor=physician nurse teacher lawyer=attorney engineer farmer chef=cook baker butcher carpenter plumber electrician
  policeman=cop firefighter=fireman soldier pilot astronaut scientist journalist=reporter actor singer dancer painter musician
  photographer waiter=waitress barber judge priest accountant architect dentist librarian mechanic tailor secretary
  politician sailor novelist poet philosopher economist historian surgeon biologist chemist physicist mathematician
subject science: physics chemistry biology mathematics geography history literature philosophy psychology sociology economics
  astronomy geology linguistics medicine theology archaeology
genre: comedy drama thriller horror western romance documentary fantasy science-fiction=sci-fi musical mystery tragedy animation
music: jazz rock pop classical hip-hop=rap country blues reggae techno metal folk opera punk disco
religion: christianity=christian islam=muslim=islamic judaism=jewish=jew hinduism=hindu buddhism=buddhist sikhism=sikh atheism=atheist
  catholic=catholicism protestant=protestantism mormon
government: monarchy republic democracy dictatorship theocracy
weather: sunny=sun=sunshine rainy=rain=raining=rainfall snowy=snow=snowing=snowfall cloudy foggy=fog hail=hailstorm stormy=storm windy
element: hydrogen helium oxygen carbon nitrogen sulfur=sulphur phosphorus chlorine sodium potassium calcium magnesium uranium
nutrient vitamin: protein fat carbohydrate fibre=fiber
disease illness: influenza=flu malaria cancer diabetes tuberculosis measles polio cholera hiv=aids asthma arthritis pneumonia hepatitis
  smallpox ebola dementia=alzheimer stroke leukaemia=leukemia
crime: murder=homicide robbery fraud theft arson rape kidnapping assault burglary bribery perjury smuggling
emotion: happy=joy=happiness sad=sadness angry=anger afraid=fear surprised disgusted proud jealous bored
age_group: baby=infant=toddler child=kid teenager=adolescent adult elderly
gem: diamond ruby emerald sapphire pearl
tree: oak pine maple birch palm willow cedar elm ash beech spruce fir
flower: rose tulip lily daisy sunflower orchid violet daffodil carnation
furniture: chair table sofa=couch bed desk bench shelf wardrobe stool cabinet armchair dresser
tool: hammer screwdriver saw drill axe wrench shovel=spade rake broom scissors chisel
weapon: gun=pistol=rifle=revolver knife sword bow spear bomb grenade
tableware: fork spoon knife plate bowl cup=mug pan pot
language: english french german spanish italian portuguese russian chinese=mandarin japanese korean arabic hindi urdu tamil telugu bengali
  turkish polish dutch swedish norwegian danish finnish greek hebrew latin persian=farsi thai vietnamese
ocean: atlantic pacific indian arctic
continent: europe=european asia=asian africa=african australia antarctica america=american
posture: sit=seated=seat stand kneel lie crouch=squat
locomotion: walk run=jog=sprint swim crawl fly
rank: captain colonel general lieutenant sergeant major corporal admiral
degree_level: bachelor master doctorate=phd
court_outcome: guilty acquitted
half_day: morning afternoon evening night=midnight noon
number_word: zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion
ordinal_word: first second third fourth fifth sixth seventh eighth ninth tenth
polarity_word: positive negative neutral
artwork: novel poem film=movie song album play painting sculpture
medium: radio television=tv newspaper magazine book podcast
role: director producer writer=screenwriter composer cinematographer editor choreographer
speed: walking running
device: phone=telephone=smartphone laptop=computer camera tablet television=tv radio
activity_rest: sleep=asleep=nap read=reading cook swim dance sing fight paint jog shop drive
"""

_PERSON = """
man woman boy girl child kid baby infant toddler teenager adult lady gentleman guy male female person human individual worker player
student teacher doctor nurse soldier policeman officer singer dancer musician actor actress athlete runner cyclist biker skier
surfer swimmer climber skateboarder driver customer waiter waitress chef cook farmer fisherman fireman firefighter father mother son daughter
brother sister husband wife couple family friend crowd performer artist guitarist drummer vendor pedestrian businessman
businesswoman kid youth youngster citizen resident patient scientist researcher president minister senator lawyer judge
writer author poet painter photographer politician leader king queen tourist child teen
"""

_BROADER = """
food: pizza bread sandwich cake salad soup cheese meat chicken rice pasta burger hamburger fruit vegetable apple banana; bird: chicken duck goose
turkey; store: supermarket bakery; suit: swimsuit tuxedo; clothes: shirt pants jacket coat dress skirt hat shoe sweater jeans suit uniform; outside:
outdoors beach street park field mountain river lake ocean forest garden sidewalk yard hill rooftop; outdoors: outside beach street park field
mountain river lake ocean forest garden sidewalk yard hill; indoors: inside kitchen bathroom bedroom classroom office gym; inside: indoors kitchen
bathroom bedroom classroom office gym; water: ocean sea lake river pool pond; move: walk run jump swim ride drive fly dance climb; building: house
church hospital school office hotel museum library store; relative: father mother son daughter brother sister uncle aunt cousin; parent: father
mother; sibling: brother sister; spouse: husband wife; crime: murder robbery fraud theft assault; kill: murder assassinate slaughter; show: prove
demonstrate; play: guitarist drummer; ride: cyclist biker; talk: speak chat discuss; work: book novel album film; film: documentary comedy thriller
drama; scientist: biologist physicist chemist; male: man boy father son brother husband gentleman guy king; female: woman girl mother daughter sister
wife lady queen; kid: boy girl child toddler baby; child: boy girl kid toddler baby; musician: guitarist drummer pianist violinist singer; athlete:
runner swimmer skier player cyclist; performer: singer dancer actor musician; toy: doll ball; group: crowd team band; official: minister mayor
governor president; winter_sport: skiing snowboarding
"""


def _kinds() -> dict[str, tuple[tuple[str, ...], ...]]:
    kinds: dict[str, tuple[tuple[str, ...], ...]] = {}
    for line in _EXCLUSIVE.strip().replace("\n  ", " ").split("\n"):
        names, members = line.split(":", 1)
        groups = tuple(tuple(group.split("=")) for group in members.split())
        for name in names.split():
            kinds[name] = groups
    return kinds


EXCLUSIVE_KINDS: dict[str, tuple[tuple[str, ...], ...]] = _kinds()
PERSONS: frozenset[str] = frozenset(_PERSON.split())
HYPERNYMS_EXTRA: dict[str, str] = {
    entry.split(":")[0].strip(): entry.split(":")[1] for entry in " ".join(_BROADER.split()).split(";")
}
