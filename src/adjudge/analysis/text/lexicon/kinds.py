"""Kinds and their members: a member is of its kind, and two members of one kind exclude each other.

A kind's line begins with the words for the kind itself. Members joined by `=` are one and the same thing.
"""

_EXCLUSIVE = """
colour color: red=crimson=scarlet blue green yellow orange purple=violet pink brown black white grey=gray beige
  turquoise maroon navy gold silver teal magenta cyan tan lavender
instrument: guitar piano violin drum=drums flute trumpet saxophone=sax cello harp clarinet accordion harmonica banjo
  trombone tuba ukulele organ keyboard bagpipe fiddle xylophone bass tambourine
sport: football=soccer basketball baseball tennis golf hockey rugby volleyball cricket badminton swimming boxing
  wrestling karate judo softball lacrosse skiing snowboarding skateboarding surfing polo gymnastics fencing archery
  rowing
vehicle: car=automobile=auto truck=lorry bus motorcycle=motorbike bicycle=bike=cycle train tram boat ship
  plane=airplane=aircraft helicopter van taxi=cab tractor scooter ferry submarine yacht canoe kayak limousine=limo
  ambulance wagon sled=sledge skateboard tricycle rickshaw jeep subway trolley rocket
vegetable: carrot potato onion cabbage broccoli cucumber lettuce spinach bean pea corn=maize pepper garlic celery
  pumpkin cauliflower eggplant=aubergine zucchini=courgette radish beetroot tomato
drink beverage: water coffee tea milk juice beer wine soda=coke=cola whiskey=whisky vodka champagne rum gin lemonade
  cocoa cider brandy tequila
material: wood=wooden metal plastic glass stone paper leather cotton wool silk rubber concrete clay brick cardboard
  marble cement sand bamboo
room: kitchen bathroom bedroom classroom courtroom garage attic basement hallway=corridor lobby ballroom
music: jazz rock pop classical hip-hop=rap country blues reggae techno metal folk opera punk disco
age_group: baby=infant=toddler child=kid teenager=adolescent adult elderly
furniture: chair table sofa=couch bed desk bench shelf wardrobe stool cabinet armchair dresser
posture: sit=seated=seat stand kneel lie crouch=squat
artwork: novel poem film=movie song album play painting sculpture
medium: radio television=tv newspaper magazine book podcast
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
governor president; winter_sport: skiing snowboarding; animal: dog cat horse cow
sheep goat pig lion tiger bear elephant monkey wolf fox deer rabbit mouse rat snake turtle frog fish shark whale dolphin bird chicken duck goose
eagle owl bee camel donkey giraffe zebra squirrel bull; fruit: apple banana orange grape lemon pear peach cherry strawberry mango melon plum; metal:
gold silver iron copper steel bronze aluminium tin lead zinc
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
