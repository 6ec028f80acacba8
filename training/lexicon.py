"""Word lists for the mutation generator: what excludes, what means the same, what is more general.

Written by hand. In: nothing. Out: tables of lower-case words. Not independent of the probes: the kinds of words follow
what one-word-swap probes are known to test, and bulldog/dog was in a development row read beforehand.
"""

from __future__ import annotations


def _lines(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split(",")) for line in text.split())


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    halves = (pair.partition("/") for pair in text.split())
    return tuple((left, right) for left, _, right in halves)


# Words of one line exclude one another: putting one for another contradicts.
EXCLUSIVE: tuple[tuple[str, ...], ...] = _lines("""
red,blue,green,yellow,purple,orange,pink,brown,black,white,gray
january,february,march,april,june,july,august,september,october,november,december
monday,tuesday,wednesday,thursday,friday,saturday,sunday
spring,summer,autumn,winter
first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth
north,south,east,west
northern,southern,eastern,western
france,germany,spain,italy,japan,china,india,brazil,canada,russia,mexico,australia,egypt,turkey,sweden,poland,greece
french,german,spanish,italian,japanese,chinese,indian,brazilian,canadian,russian,mexican,australian,swedish,polish
london,paris,berlin,madrid,rome,tokyo,beijing,chicago,boston,moscow,toronto,sydney,vienna,dublin,seattle
guitar,piano,violin,drums,trumpet,flute,saxophone,cello,harp,accordion
soccer,basketball,tennis,baseball,hockey,golf,rugby,volleyball,cricket
dog,cat,horse,cow,sheep,pig,goat,rabbit,elephant,monkey,bird,fish
apple,banana,pear,lemon,peach,grape,cherry,mango
coffee,tea,beer,wine,milk,juice,water,whiskey,soda
bread,rice,pasta,soup,salad,pizza,cake,cheese
shirt,jacket,hat,dress,coat,sweater,scarf,skirt
car,truck,bus,train,bicycle,motorcycle,boat,airplane,helicopter
chair,table,bed,sofa,desk,bench
kitchen,bedroom,bathroom,garage,basement,attic,balcony
mother,father,brother,sister,uncle,aunt,grandmother,grandfather,daughter,son
doctor,teacher,lawyer,engineer,farmer,soldier,nurse,chef,waiter,painter,actor,singer,writer,director,producer
beach,forest,desert,mountain,city,park,lake,river
morning,afternoon,evening,midnight
walking,running,sitting,sleeping,swimming,dancing,standing,jumping,cooking,singing,eating,reading,climbing
gold,silver,bronze,copper,iron
novel,film,song,album,play,poem,opera,painting
drama,comedy,thriller,horror,western,documentary
king,queen,prince,princess
president,mayor,governor,senator
mars,venus,jupiter,saturn,neptune,mercury,uranus
wood,metal,glass,plastic,stone,paper
rock,jazz,pop,classical,country,folk
""")

ANTONYMS: tuple[tuple[str, str], ...] = _pairs("""
increase/decrease increased/decreased increases/decreases increasing/decreasing rose/fell rise/fall rising/falling
higher/lower
high/low more/less most/least highest/lowest largest/smallest larger/smaller large/small big/small biggest/smallest
longest/shortest long/short longer/shorter tall/short taller/shorter old/young older/younger oldest/youngest new/old
newer/older
early/late earlier/later before/after first/last won/lost win/lose wins/loses winning/losing winner/loser
success/failure successful/unsuccessful successfully/unsuccessfully best/worst better/worse good/bad positive/negative
positively/negatively major/minor majority/minority maximum/minimum began/ended begin/end begins/ends started/stopped
start/finish
open/closed opened/closed opening/closing arrived/departed enter/leave entered/left accepted/rejected accept/reject
approved/rejected allowed/forbidden allow/forbid allows/prohibits permitted/prohibited agreed/refused agree/disagree
legal/illegal male/female man/woman men/women boy/girl boys/girls he/she his/her husband/wife king/queen actor/actress
inside/outside indoors/outdoors indoor/outdoor above/below over/under upper/lower up/down top/bottom front/back
left/right hot/cold warm/cool wet/dry full/empty fast/slow quickly/slowly happy/sad rich/poor strong/weak heavy/light
dark/bright clean/dirty alive/dead born/died living/dead married/divorced public/private urban/rural modern/ancient
domestic/foreign internal/external local/foreign same/different similar/different common/rare usual/unusual
often/rarely
frequently/rarely always/never everyone/nobody everything/nothing all/none include/exclude includes/excludes
included/excluded
including/excluding with/without bought/sold buy/sell buying/selling gained/lost gain/loss profit/loss expensive/cheap
possible/impossible able/unable likely/unlikely known/unknown able/unable effective/ineffective safe/dangerous
healthy/sick
infected/uninfected guilty/innocent friend/enemy attack/defend attacked/defended love/hate loved/hated loves/hates
remember/forget remembered/forgot true/false correct/incorrect real/fake natural/artificial simple/complex
easy/difficult
easier/harder hard/soft thick/thin wide/narrow deep/shallow near/far close/far together/alone single/married
awake/asleep standing/sitting sunny/rainy day/night today/yesterday past/future present/absent temporary/permanent
reduced/increased reduces/increases reduce/increase improved/worsened improves/worsens improve/worsen prevents/causes
prevent/cause accelerated/slowed expanded/shrank grew/shrank growth/decline declined/grew decline/growth
strengthened/weakened
active/inactive complete/incomplete completed/abandoned professional/amateur winner/loser victory/defeat defeated/lost
supported/opposed support/oppose supports/opposes supporters/opponents pro/anti liberal/conservative
southernmost/northernmost horizontal/vertical plural/singular even/odd minimum/maximum senior/junior
""")

SYNONYMS: tuple[tuple[str, str], ...] = _pairs("""
movie/film big/large little/small kid/child kids/children people/persons couch/sofa start/begin started/began
begins/starts
near/close_to car/automobile bicycle/bike happy/glad sad/unhappy quick/fast quickly/rapidly rapidly/quickly shop/store
street/road rock/stone smiling/grinning shouting/yelling speaking/talking jumping/leaping running/jogging
photo/picture
photograph/picture photographer/cameraman purchase/buy purchased/bought bought/purchased obtain/get obtained/got
assist/help assisted/helped helps/assists doctor/physician attorney/lawyer physician/doctor lawyer/attorney
approximately/about about/around around/about nearly/almost almost/nearly roughly/approximately located/situated
situated/located born/born_in created/made made/created built/constructed constructed/built
received/got established/founded founded/established released/issued
died/passed_away killed/slain show/demonstrate shows/demonstrates showed/demonstrated demonstrated/showed
suggests/indicates indicates/suggests significant/considerable
reduced/lowered lowered/reduced decreased/reduced declined/decreased increased/raised rose/increased
also/additionally however/nevertheless because/since several/multiple
entire/whole whole/entire frequently/often often/frequently error/mistake mistake/error
beginning/start finish/end ended/finished finished/completed completed/finished
""")

# specific -> general: true upwards, not downwards.
HYPERNYMS: dict[str, str] = dict(
    _pairs("""
bulldog/dog poodle/dog terrier/dog puppy/dog kitten/cat dog/animal cat/animal horse/animal cow/animal elephant/animal
eagle/bird parrot/bird salmon/fish rose/flower tulip/flower oak/tree car/vehicle truck/vehicle bus/vehicle
sedan/car apple/fruit banana/fruit carrot/vegetable potato/vegetable beer/drink coffee/drink guitar/instrument
piano/instrument violin/instrument chair/piece_of_furniture hammer/tool
novel/book dictionary/book doctor/person teacher/person nurse/person boy/child girl/child man/person woman/person
soldier/person singer/person shirt/garment jacket/garment pizza/food bread/food soup/food cake/dessert soccer/sport
tennis/sport basketball/sport hockey/sport
""")
)

NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
ABOVE = ("more than {}", "over {}", "greater than {}", "above {}")
BELOW = ("fewer than {}", "less than {}", "under {}", "below {}")
AT_LEAST = ("at least {}", "no fewer than {}", "{} or more")
AT_MOST = ("at most {}", "no more than {}", "up to {}", "{} or fewer")
BEFORE = ("before {}", "prior to {}", "earlier than {}")
AFTER = ("after {}", "later than {}")
ROUGHLY = ("about {}", "around {}", "roughly {}", "approximately {}", "nearly {}")
AUXILIARIES = (
    "is", "was", "are", "were", "has", "have", "had", "can", "will", "could", "would", "did", "does", "do", "should",
    "must",
)  # fmt: skip
