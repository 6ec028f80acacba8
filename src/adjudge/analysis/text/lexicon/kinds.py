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
man woman boy girl child kid baby infant toddler teenager adult lady gentleman guy male female person human individual worker player student
teacher doctor nurse soldier policeman officer singer dancer musician actor actress athlete runner cyclist biker skier surfer swimmer
climber skateboarder driver customer waiter waitress chef cook farmer fisherman fireman firefighter father mother son daughter brother
sister husband wife couple family friend crowd performer artist guitarist drummer vendor pedestrian businessman businesswoman kid youth
youngster citizen resident patient scientist researcher president minister senator lawyer judge writer author poet painter photographer
politician leader king queen tourist child teen
"""

_BROADER = """
food: pizza bread sandwich cake salad cheese meat chicken burger fruit vegetable; bird: turkey; store: supermarket; suit: swimsuit; clothes:
shirt jacket coat jeans; outside: outdoors beach street park field river sidewalk; outdoors: outside beach street park field mountain river
garden sidewalk yard; indoors: inside bathroom gym; inside: indoors kitchen bathroom; water: lake river pool; move: walk run jump swim ride
drive fly; building: house school; relative: son daughter uncle; parent: mother; sibling: sister; spouse: husband wife; crime: murder fraud;
kill: murder; show: prove demonstrate; play: guitarist drummer; talk: speak chat discuss; work: book novel album film; film: comedy thriller
drama; male: man boy; female: woman girl mother lady; kid: boy girl child toddler baby; child: boy girl kid baby; musician: drummer singer;
performer: singer dancer; toy: ball; group: crowd team band; official: minister mayor governor president; animal: dog cat sheep lion tiger
bear mouse goose camel; fruit: cherry; metal: lead
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
