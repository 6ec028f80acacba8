"""Texts of our own that between them have something for every kind of mutation."""

ENGLISH = """\
The Halden ferry carried 2,412 passengers in June 2019, and the harbour office counted them. The council \
approved the plan on 14 March 2021. Most of the wells in Brenn were free of lead. The new turbine weighs 38 \
tonnes. Unemployment fell by 3 percentage points in Oslo. The drought lasted from 1998 to 2001. Elena Ruiz \
sued Northgate Mills in 2012. Green tea was associated with lower blood pressure. The drug may shrink tumours \
in mice. Rents in Lund are higher than rents in Malm. Exports of timber increased in 2020. More than 500 \
people visited Paris and Rome. Forty percent of the patients who stopped treatment early had side effects. The \
bridge was opened in 1931. The film began at noon. The trial took 8 weeks. Researchers said the results \
probably hold for adults. The disease killed 12 per 100,000 people. Three ships left on Monday."""
GERMAN = """\
Die Fähre von Halden beförderte 2.412 Passagiere im Juni 2019. Die Brücke wurde 1931 in Hamburg eröffnet. Die \
meisten Brunnen in Brenn waren frei von Blei. Die Turbine wiegt 38 Tonnen. Die Arbeitslosigkeit sank um 3 \
Prozentpunkte. Die Dürre dauerte von 1998 bis 2001. Das Mittel könnte bei Mäusen wirken. Die Mieten in Lund \
sind höher als die Mieten in Malm. Der Konsum ist mit Übergewicht assoziiert. Die Ausfuhren von Holz sind \
gestiegen. Mehr als 500 Menschen besuchten Paris und Rom. Am 14. März 2021 wurde der Plan angenommen. Anna \
Schmidt gewann vermutlich den Preis."""
