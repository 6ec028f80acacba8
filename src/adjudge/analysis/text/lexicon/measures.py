"""Units of measure: for each family its base, and each written form with the factor into the base.

An underscore stands for a space. Currencies before a number stand apart.
"""

_FAMILIES = """
percent: %=1 percent=1 per_cent=1 pct=1 prozent=1
percentage points: percentage_points=1 percentage_point=1 percentage-points=1 percent_points=1 pp=1 prozentpunkte=1
  prozentpunkten=1 %_points=1 %_point=1 basis_points=0.01 basis_point=0.01
metre: m=1 km=1000 kms=1000 kilometer=1000 kilometers=1000 kilometre=1000 kilometres=1000 mile=1609.344 miles=1609.344
  mi=1609.344 metre=1 metres=1 meter=1 meters=1 cm=0.01 centimetres=0.01 centimeters=0.01 centimetre=0.01
  centimeter=0.01 mm=0.001 millimetres=0.001 millimeters=0.001 foot=0.3048 feet=0.3048 ft=0.3048 inch=0.0254
  inches=0.0254 yard=0.9144 yards=0.9144 kilometern=1000 metern=1 zentimeter=0.01 zentimetern=0.01 millimeter=0.001
  millimetern=0.001 meile=1609.344 meilen=1609.344
kilogram: kg=1 kgs=1 kilo=1 kilos=1 kilogram=1 kilograms=1 kilogramm=1 gram=0.001 grams=0.001 g=0.001 mg=1e-06
  milligrams=1e-06 lb=0.45359237 lbs=0.45359237 tonne=1000 tonnes=1000 ton=1000 tons=1000 ounce=0.02835
  ounces=0.02835 tonnen=1000 gramm=0.001 milligramm=1e-06
square metre: square_kilometres=1000000 square_kilometers=1000000 km2=1000000 km²=1000000 sq_km=1000000
  square_miles=2589988 square_metres=1 square_meters=1 square_feet=0.09290304 sq_ft=0.09290304 hectares=10000
  hectare=10000 acres=4046.856 acre=4046.856 square_kilometre=1000000
  square_kilometer=1000000 square_mile=2589988 square_metre=1 square_meter=1 m²=1 m2=1 hektar=10000 quadratmeter=1
  quadratmetern=1 quadratkilometer=1000000 quadratkilometern=1000000
litre: litre=1 litres=1 liter=1 liters=1 ml=0.001 gallon=3.785 gallons=3.785 litern=1 milliliter=0.001 hektoliter=100
  cubic_metres=1000 cubic_meters=1000 cubic_metre=1000 cubic_meter=1000 m³=1000 m3=1000 kubikmeter=1000 kubikmetern=1000
year: years_old=1 year_old=1 months_old=0.08333333333333333 year=1 years=1 year-old=1 years-old=1 yr=1 yrs=1 jahre=1 jahren=1 jahr=1 decade=10 decades=10 century=100
  centuries=100 months=0.08333333333333333 month=0.08333333333333333 monate=0.08333333333333333
  monaten=0.08333333333333333 monat=0.08333333333333333 jahrzehnt=10 jahrzehnte=10 jahrzehnten=10 jahrhundert=100
  jahrhunderte=100 jahrhunderten=100
day: day=1 days=1 week=7 weeks=7 tag=1 tage=1 tagen=1 woche=7 wochen=7 fortnight=14
second: hour=3600 hours=3600 hrs=3600 minute=60 minutes=60 mins=60 min=60 second=1 seconds=1 secs=1 ms=0.001
  milliseconds=0.001 stunde=3600 stunden=3600 minuten=60 sekunde=1 sekunden=1
celsius: °c=1 °_c=1 degrees_celsius=1 degree_celsius=1 celsius=1 grad=1 degrees_c=1 deg_c=1 degrees_centigrade=1
  centigrade=1 grad_celsius=1 °_celsius=1 °celsius=1
fahrenheit: °f=1 °_f=1 degrees_fahrenheit=1 degree_fahrenheit=1 fahrenheit=1 degrees_f=1 deg_f=1 grad_fahrenheit=1
  °_fahrenheit=1 °fahrenheit=1
degree: degrees=1 °=1
metre per second: mph=0.44704 km/h=0.2777777777777778 kph=0.2777777777777778 miles_per_hour=0.44704
  kilometres_per_hour=0.2777777777777778 kilometers_per_hour=0.2777777777777778 knots=0.514444 knot=0.514444
  kilometre_per_hour=0.2777777777777778 kilometer_per_hour=0.2777777777777778 km_per_hour=0.2777777777777778
  kilometres_an_hour=0.2777777777777778 kilometers_an_hour=0.2777777777777778 km_an_hour=0.2777777777777778
  kmh=0.2777777777777778 km/hr=0.2777777777777778 mi/h=0.44704 mile_per_hour=0.44704 miles_an_hour=0.44704
  m/s=1 metres_per_second=1 meters_per_second=1 metres_a_second=1 meters_a_second=1 feet_per_second=0.3048
  stundenkilometer=0.2777777777777778 stundenkilometern=0.2777777777777778 kilometer_pro_stunde=0.2777777777777778
  kilometern_pro_stunde=0.2777777777777778 meter_pro_sekunde=1 metern_pro_sekunde=1 meilen_pro_stunde=0.44704
USD: dollars=1 dollar=1 us_dollars=1 us-dollar=1 us-dollars=1 usd=1 cents=0.01 cent=0.01 bucks=1
EUR: euros=1 euro=1 eur=1
GBP: pounds=1 pounds_sterling=1 pfund=1 pfund_sterling=1 britische_pfund=1 gbp=1 pence=0.01 quid=1
JPY: yen=1 jpy=1
CNY: yuan=1 renminbi=1 rmb=1 cny=1
INR: rupees=1 rupee=1 inr=1
CHF: francs=1 chf=1 franken=1
RUB: rubles=1 roubles=1
times: times=1 -fold=1 fold=1 x=1 mal=1
"""
_SYMBOLS = """
us$=USD u.s.$=USD a$=AUD au$=AUD c$=CAD ca$=CAD hk$=HKD nz$=NZD $=USD £=GBP €=EUR ¥=JPY ₹=INR rs=INR rs.=INR usd=USD eur=EUR gbp=GBP chf=CHF
inr=INR jpy=JPY
"""


def _families() -> dict[str, tuple[str, float]]:
    table: dict[str, tuple[str, float]] = {}
    for line in _FAMILIES.strip().replace("\n  ", " ").split("\n"):
        family, forms = line.split(": ", 1)
        for form in forms.split():
            surface, factor = form.rsplit("=", 1)
            table[surface.replace("_", " ")] = (family, float(factor))
    return table


UNITS: dict[str, tuple[str, float]] = _families()
CURRENCIES: dict[str, str] = {entry.split("=")[0]: entry.split("=")[1] for entry in _SYMBOLS.split()}
