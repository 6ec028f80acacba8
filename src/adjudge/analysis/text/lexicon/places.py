"""Countries with their other names and the adjectives for their people; and well-known cities.

Each line: the country, then its aliases and demonyms. All are forms of one name.
"""

from adjudge.analysis.text.lexicon.blocks import word_set

_COUNTRIES = """
United States|US|U.S.|USA|U.S.A.|America|American|Americans|USA's; United Kingdom|UK|U.K.|Britain|Great Britain|British|Briton|Britons
England|English; Scotland|Scottish|Scots|Scot; Wales|Welsh; Ireland|Irish; France|French; Germany|German|Germans|Deutschland|deutsch
Spain|Spanish|Spaniard; Italy|Italian|Italians; Portugal|Portuguese; Netherlands|Dutch|Holland; Belgium|Belgian; Switzerland|Swiss
Austria|Austrian; Poland|Polish|Pole|Poles; Czech Republic|Czech|Czechia; Slovakia|Slovak; Hungary|Hungarian; Romania|Romanian
Bulgaria|Bulgarian; Greece|Greek|Greeks; Turkey|Turkish|Turk|Turks|Türkiye; Russia|Russian|Russians; Ukraine|Ukrainian|Ukrainians
Belarus|Belarusian; Sweden|Swedish|Swede; Norway|Norwegian; Denmark|Danish|Dane; Finland|Finnish|Finn; Iceland|Icelandic; Estonia|Estonian
Latvia|Latvian; Lithuania|Lithuanian; Serbia|Serbian|Serb; Croatia|Croatian; Bosnia|Bosnian; Slovenia|Slovenian; Albania|Albanian
Macedonia|Macedonian; Kosovo|Kosovar; Montenegro|Montenegrin; Malta|Maltese; Cyprus|Cypriot; Luxembourg; China|Chinese; Japan|Japanese
South Korea|South Korean; North Korea|North Korean; Korea|Korean; India|Indian|Indians; Pakistan|Pakistani; Bangladesh|Bangladeshi
Sri Lanka|Sri Lankan; Nepal|Nepalese|Nepali; Bhutan; Afghanistan|Afghan; Iran|Iranian; Iraq|Iraqi; Syria|Syrian; Lebanon|Lebanese
Israel|Israeli; Palestine|Palestinian; Jordan|Jordanian; Saudi Arabia|Saudi|Saudis; Yemen|Yemeni; Oman|Omani; Qatar|Qatari; Kuwait|Kuwaiti
Bahrain|Bahraini; United Arab Emirates|UAE|Emirati; Egypt|Egyptian; Libya|Libyan; Tunisia|Tunisian; Algeria|Algerian; Morocco|Moroccan
Sudan|Sudanese; Ethiopia|Ethiopian; Kenya|Kenyan; Uganda|Ugandan; Tanzania|Tanzanian; Rwanda|Rwandan; Congo|Congolese; Nigeria|Nigerian
Ghana|Ghanaian; Senegal|Senegalese; Mali|Malian; Niger|Nigerien; Cameroon|Cameroonian; Angola|Angolan; Zambia|Zambian; Zimbabwe|Zimbabwean
Mozambique|Mozambican; Botswana; Namibia|Namibian; South Africa|South African; Madagascar|Malagasy; Somalia|Somali; Liberia|Liberian
Canada|Canadian|Canadians; Mexico|Mexican; Cuba|Cuban; Jamaica|Jamaican; Haiti|Haitian; Guatemala|Guatemalan; Honduras|Honduran
Panama|Panamanian; Costa Rica|Costa Rican; Nicaragua|Nicaraguan; El Salvador|Salvadoran; Dominican Republic|Dominican
Puerto Rico|Puerto Rican; Brazil|Brazilian; Argentina|Argentine|Argentinian; Chile|Chilean; Peru|Peruvian; Colombia|Colombian
Venezuela|Venezuelan; Ecuador|Ecuadorian; Bolivia|Bolivian; Paraguay|Paraguayan; Uruguay|Uruguayan; Australia|Australian|Australians
New Zealand|New Zealander; Fiji|Fijian; Samoa|Samoan; Indonesia|Indonesian; Malaysia|Malaysian; Singapore|Singaporean; Thailand|Thai
Vietnam|Vietnamese; Cambodia|Cambodian; Laos|Laotian; Myanmar|Burma|Burmese; Philippines|Philippine|Filipino; Taiwan|Taiwanese
Mongolia|Mongolian; Kazakhstan|Kazakh; Uzbekistan|Uzbek; Georgia|Georgian; Armenia|Armenian; Azerbaijan|Azerbaijani; Maldives|Maldivian
Hong Kong; European Union|EU|E.U.; United Nations|UN|U.N.; Soviet Union|Soviet|USSR; Europe|European; Asia|Asian; Africa|African
"""

CITIES: frozenset[str] = word_set(
    """london paris berlin madrid rome vienna moscow tokyo beijing shanghai delhi mumbai sydney melbourne toronto montreal chicago boston
    seattle houston dallas miami atlanta philadelphia washington baghdad tehran cairo lagos nairobi johannesburg istanbul athens lisbon
    dublin edinburgh glasgow manchester liverpool birmingham amsterdam brussels geneva zurich munich hamburg cologne frankfurt stockholm
    oslo copenhagen helsinki warsaw prague budapest kyiv kiev bangkok jakarta manila seoul singapore karachi lahore dhaka kabul jerusalem
    damascus beirut wuhan osaka kyoto venice milan naples florence barcelona valencia detroit denver phoenix portland austin ottawa
    vancouver havana lima bogota santiago brisbane perth auckland wellington lyon marseille toulouse bordeaux lille strasbourg nantes
    seville bilbao malaga granada porto turin genoa bologna palermo verona thessaloniki sofia bucharest belgrade zagreb sarajevo ljubljana
    bratislava brno krakow gdansk wroclaw poznan lodz vilnius riga tallinn minsk lviv odessa odesa kharkiv mariupol donetsk leningrad kazan
    novosibirsk yekaterinburg tbilisi yerevan baku ankara izmir antwerp ghent bruges rotterdam utrecht eindhoven bergen gothenburg malmo
    aarhus reykjavik belfast cardiff leeds sheffield bristol nottingham leicester southampton plymouth oxford cambridge brighton lausanne
    basel bern lucerne wien graz linz salzburg innsbruck klagenfurt bregenz zürich genf münchen köln düsseldorf stuttgart dortmund leipzig
    dresden hannover nürnberg nuremberg bremen duisburg bochum wuppertal bielefeld bonn münster karlsruhe mannheim augsburg wiesbaden mainz
    kassel erfurt rostock kiel lübeck magdeburg potsdam freiburg heidelberg regensburg würzburg ulm saarbrücken chemnitz rosenheim prag
    warschau brüssel mailand rom neapel venedig florenz lissabon kopenhagen moskau peking tokio kairo athen bukarest belgrad straßburg
    antwerpen krakau danzig alexandria tripoli tunis algiers casablanca rabat marrakesh dakar accra abuja kampala kigali luanda lusaka
    harare durban pretoria khartoum mogadishu isfahan basra mosul aleppo amman riyadh jeddah mecca doha dubai muscat sanaa kolkata chennai
    bangalore bengaluru hyderabad ahmedabad pune jaipur lucknow islamabad peshawar quetta kathmandu colombo yangon hanoi saigon taipei
    shenzhen guangzhou chengdu chongqing tianjin nanjing xian hangzhou busan incheon nagoya sapporo hiroshima nagasaki canberra adelaide
    hobart christchurch calgary edmonton winnipeg baltimore cleveland pittsburgh minneapolis milwaukee memphis nashville orlando tampa
    sacramento oakland albuquerque tucson omaha tulsa honolulu anchorage guadalajara monterrey tijuana caracas quito medellin montevideo
    asuncion brasilia recife fortaleza curitiba rosario cordoba valparaiso"""
)

STATES: frozenset[str] = word_set(
    """alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky
    louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania
    tennessee texas utah vermont virginia wisconsin wyoming bavaria saxony ontario quebec queensland"""
)

# German names; "Island" is left out, since islands are.
_GERMAN = """
Frankreich=France Österreich=Austria Schweiz=Switzerland Italien=Italy Spanien=Spain Niederlande=Netherlands Belgien=Belgium Polen=Poland
Tschechien=Czech_Republic Slowakei=Slovakia Ungarn=Hungary Rumänien=Romania Bulgarien=Bulgaria Griechenland=Greece Türkei=Turkey Russland=Russia
Schweden=Sweden Norwegen=Norway Dänemark=Denmark Finnland=Finland Estland=Estonia Lettland=Latvia Litauen=Lithuania Serbien=Serbia
Kroatien=Croatia Bosnien=Bosnia Slowenien=Slovenia Albanien=Albania Irland=Ireland Schottland=Scotland Großbritannien=United_Kingdom Luxemburg=Luxembourg
Zypern=Cyprus Südkorea=South_Korea Nordkorea=North_Korea Indien=India Irak=Iraq Syrien=Syria Libanon=Lebanon Jordanien=Jordan Ägypten=Egypt Libyen=Libya
Tunesien=Tunisia Algerien=Algeria Marokko=Morocco Äthiopien=Ethiopia Kenia=Kenya Tansania=Tanzania Ruanda=Rwanda Kongo=Congo Südafrika=South_Africa
Kanada=Canada Mexiko=Mexico Kuba=Cuba Brasilien=Brazil Argentinien=Argentina Kolumbien=Colombia Bolivien=Bolivia Australien=Australia Neuseeland=New_Zealand
Indonesien=Indonesia Philippinen=Philippines
"""


def _aliases() -> dict[str, str]:
    forms: dict[str, str] = {}
    for entry in _COUNTRIES.replace("\n", ";").split(";"):
        names = [name.strip() for name in entry.split("|") if name.strip()]
        for name in names:
            forms[name.lower()] = names[0].lower()
    for entry in _GERMAN.split():
        name, country = entry.split("=")
        forms[name.lower()] = country.replace("_", " ").lower()
    return forms


COUNTRY_OF: dict[str, str] = _aliases()
COUNTRY_NAMES: frozenset[str] = frozenset(entry.split("=")[0].lower() for entry in _GERMAN.split()) | {
    "america", "britain", "great britain", "holland", "burma", "u.s.", "u.k.", "u.n.", "e.u.", "u.s.a.", "deutschland", "czechia", "türkiye",
}  # fmt: skip
"""Names that are written like a nationality but name the country."""
