"""Units of measure: for each family its base, and for each factor into the base the written forms.

An underscore stands for a space. Currencies before a number stand apart.
"""

_FAMILIES = """
percent: 1 % percent per_cent pct prozent
percentage points: 1 percentage_points percentage_point percentage-points percent_points pp prozentpunkte prozentpunkten %_points %_point;
  0.01 basis_points basis_point
metre: 1 m metre metres meter meters metern; 1000 km kms kilometer kilometers kilometre kilometres kilometern; 1609.344 mile miles mi meile
  meilen; 0.01 cm centimetres centimeters centimetre centimeter zentimeter zentimetern; 0.001 mm millimetres millimeters millimeter
  millimetern; 0.3048 foot feet ft; 0.0254 inch inches; 0.9144 yard yards
kilogram: 1 kg kgs kilo kilos kilogram kilograms kilogramm; 0.001 gram grams g gramm; 1e-06 mg milligrams milligramm; 0.45359237 lb lbs;
  1000 tonne tonnes ton tons tonnen; 0.02835 ounce ounces
square metre: 1000000 square_kilometres square_kilometers km2 km² sq_km square_kilometre square_kilometer quadratkilometer
  quadratkilometern; 2589988 square_miles square_mile; 1 square_metres square_meters square_metre square_meter m² m2 quadratmeter
  quadratmetern; 0.09290304 square_feet sq_ft; 10000 hectares hectare hektar; 4046.856 acres acre
litre: 1 litre litres liter liters litern; 0.001 ml milliliter; 3.785 gallon gallons; 100 hektoliter; 1000 cubic_metres cubic_meters
  cubic_metre cubic_meter m³ m3 kubikmeter kubikmetern
year: 1 years_old year_old year years year-old years-old yr yrs jahre jahren jahr; 1/12 months_old months month monate monaten monat; 10
  decade decades jahrzehnt jahrzehnte jahrzehnten; 100 century centuries jahrhundert jahrhunderte jahrhunderten
day: 1 day days tag tage tagen; 7 week weeks woche wochen; 14 fortnight
second: 3600 hour hours hrs stunde stunden; 60 minute minutes mins min minuten; 1 second seconds secs sekunde sekunden; 0.001 ms
  milliseconds
celsius: 1 c °c °_c degrees_celsius degree_celsius celsius grad degrees_c deg_c degrees_centigrade centigrade grad_celsius °_celsius
  °celsius
fahrenheit: 1 f °f °_f degrees_fahrenheit degree_fahrenheit fahrenheit degrees_f deg_f grad_fahrenheit °_fahrenheit °fahrenheit
degree: 1 degrees °
metre per second: 0.44704 mph miles_per_hour mi/h mile_per_hour miles_an_hour meilen_pro_stunde; 1/3.6 km/h kph kilometres_per_hour
  kilometers_per_hour kilometre_per_hour kilometer_per_hour km_per_hour kilometres_an_hour kilometers_an_hour km_an_hour kmh km/hr
  stundenkilometer stundenkilometern kilometer_pro_stunde kilometern_pro_stunde; 0.514444 knots knot; 1 m/s metres_per_second
  meters_per_second metres_a_second meters_a_second meter_pro_sekunde metern_pro_sekunde; 0.3048 feet_per_second
USD: 1 dollars dollar us_dollars us-dollar us-dollars usd bucks; 0.01 cents cent
EUR: 1 euros euro eur
GBP: 1 pounds pounds_sterling pfund pfund_sterling britische_pfund gbp quid; 0.01 pence
JPY: 1 yen jpy
CNY: 1 yuan renminbi rmb cny
INR: 1 rupees rupee inr
CHF: 1 francs chf franken
RUB: 1 rubles roubles
times: 1 times -fold fold x mal
"""
_SYMBOLS = """
us$=USD u.s.$=USD a$=AUD au$=AUD c$=CAD ca$=CAD hk$=HKD nz$=NZD $=USD £=GBP €=EUR ¥=JPY ₹=INR rs=INR rs.=INR usd=USD eur=EUR gbp=GBP chf=CHF
inr=INR jpy=JPY
"""


def _families() -> dict[str, tuple[str, float]]:
    table: dict[str, tuple[str, float]] = {}
    for line in _FAMILIES.strip().replace("\n  ", " ").split("\n"):
        family, groups = line.split(": ", 1)
        for group in groups.split("; "):
            factor, *forms = group.split()
            above, _, below = factor.partition("/")
            table |= {form.replace("_", " "): (family, float(above) / float(below or 1)) for form in forms}
    return table


UNITS: dict[str, tuple[str, float]] = _families()
CURRENCIES: dict[str, str] = {entry.split("=")[0]: entry.split("=")[1] for entry in _SYMBOLS.split()}
