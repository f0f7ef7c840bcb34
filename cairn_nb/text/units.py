"""Units of measure and money by one name each, however they are written in a few large languages."""

from __future__ import annotations

import re

# A line: the unit's name, then how texts write it (folded), single words only. A name may have more lines.
_TABLE = """
second: sec secs second seconds sekunde sekunden seconde secondes
second: segundo segundos секунда секунды секунд 秒 초 ثانية ثوان
minute: min mins minute minutes minuten minuto minutos минута минуты минут 分 分钟 分鐘 분 دقيقة دقائق
hour: h hr hrs hour hours stunde stunden std heure heures
hour: hora horas час часа часов 時間 小时 小時 시간 ساعة ساعات
day: day days tag tage tagen jour jours dia dias día días giorno
day: giorni день дня дней сутки 日 天 日間 일 يوم أيام يوما
week: week weeks woche wochen semaine semaines semana semanas неделя
week: недели недель 週 周 週間 星期 주 أسبوع أسابيع
month: month months monat monate monaten mois mes meses месяц месяца
month: месяцев 月 个月 個月 か月 ヶ月 ヵ月 カ月 개월 شهر أشهر
year: year years yr yrs jahr jahre jahren an ans année années año
year: años anno anni год года лет 年 年間 년 سنة سنوات عام أعوام
percent: % percent prozent パーセント процент процента процентов
permille: ‰ promille
dollar: $ usd dollar dollars dólar dólares доллар доллара долларов 美元 ドル دولار
euro: € eur euro euros евро 欧元 ユーロ يورو
pound: £ gbp pound pounds pfund lb lbs livre livres libra libras фунт фунта фунтов
yen: ¥ jpy yen 円 日元
yuan: cny rmb yuan 元 人民币
rupee: ₹ inr rupee rupees
franc: chf franc francs franken
rouble: ₽ rub рубль рубля рублей
krona: sek nok dkk kronor kroner kronen
cent: cent cents
millimetre: mm millimetre millimetres millimeter millimeters
centimetre: cm centimetre centimetres centimeter centimeters zentimeter
metre: m metre metres meter meters mètre mètres metro metros метр метра метров 米 メートル
kilometre: km kilometre kilometres kilometer kilometers kilomètre kilomètres
kilometre: kilómetro kilómetros км километр километров 公里 キロ
inch: inch inches zoll
foot: ft foot feet
yard: yard yards
mile: mi mile miles meile meilen
milligram: mg
gram: g gram grams gramm gramme grammes 克 グラム
kilogram: kg kilo kilos kilogram kilograms kilogramm kilogrammes кг 公斤 千克 キログラム
tonne: t ton tons tonne tonnes tonnen тонна тонн 吨 トン
ounce: oz ounce ounces
millilitre: ml millilitre millilitres milliliter milliliters
litre: l litre litres liter liters litro litros литр литров 升 リットル
degree: ° degree degrees grad degré degrés grados градус градусов 度
celsius: °c celsius
fahrenheit: °f fahrenheit
kelvin: kelvin
kilobyte: kb
megabyte: mb
gigabyte: gb
terabyte: tb
watt: w watt watts
kilowatt: kw
megawatt: mw
kilowatt-hour: kwh
volt: v volt volts
hertz: hz
kilohertz: khz
megahertz: mhz
gigahertz: ghz
bar: bar
decibel: db
"""
UNITS: dict[str, str] = {
    form: name
    for name, _, forms in (line.partition(": ") for line in _TABLE.strip().splitlines())
    for form in forms.split()
}
CURRENCY_SIGNS = "$€£¥₹₽"
_SCALE_TABLE = """
1000 thousand tausend tsd mille mil тысяч тысячи тыс 千 k
10000 万 萬 만
1000000 million millions millionen mio millón millones миллион миллиона миллионов млн 百万 مليون
100000000 億 亿 억
1000000000 billion billions bn milliarde milliarden mrd milliard milliards миллиард миллиардов млрд مليار
1000000000000 trillion trillions
"""
SCALES: dict[str, int] = {
    form: int(number)
    for number, _, forms in (line.partition(" ") for line in _SCALE_TABLE.strip().splitlines())
    for form in forms.split()
}
_QUALIFIERS = (
    "working|business|calendar|consecutive|full|whole|more|further|additional|extra|paid|school|banking|us|canadian|"
    "australian|square|cubic|volle|weitere|ganze|degrees?|per"
)
_FORMS = "|".join(
    sorted(
        (re.escape(form) for form in UNITS if not form[0].isascii() and not form[0].isspace()), key=len, reverse=True
    )
)
# The word behind a number, or the one behind a qualifier such as "working".
_WORD_BEHIND = re.compile(rf"[ -]?(?:(?:{_QUALIFIERS})[ -])?(°[cf]?|[%‰]|[$€£¥₹₽](?! ?\d)|[^\W\d_]+)")
_NOUN_BEHIND = re.compile(r"[ -]?([^\W\d_]+)")
_FORM_BEHIND = re.compile(rf" ?({_FORMS})")
_PER_CENT = re.compile(r" ?(?:per cent|pour cent|por ciento|v\.? ?h\.?\b|في المئة|بالمئة)")


def unit_behind(text: str, at: int) -> tuple[str | None, int]:
    """The unit named right behind a number that ends at a position of folded text, and where its name ends.

    Null and the same position when there is none that this module knows.
    """
    if per_cent := _PER_CENT.match(text, at):
        return "percent", per_cent.end()
    word = _WORD_BEHIND.match(text, at)
    if word is None:
        return None, at
    if unit := UNITS.get(word[1]):
        return unit, word.end()
    form = _FORM_BEHIND.match(text, at)
    return (UNITS[form[1]], form.end()) if form else (None, at)


def word_behind(text: str, at: int) -> str | None:
    """The word right behind a number, without a plural s; what is counted when no unit is."""
    word = _NOUN_BEHIND.match(text, at)
    return word[1].rstrip("s") or None if word else None
