import { expect, test } from 'vitest';

import { languages } from './languages.ts';
import { readDescription } from './link-phrase.ts';

const { dutch, english, french, german, japanese, spanish } = languages;

const url = 'https://www.shop.example/kitchen/digital-scale.html?ref=1';

function phrase(description: string, forms = english, address = url): string {
  const { before, anchor, after } = readDescription({ url: address, description }, forms);
  return `${before}[${anchor}]${after}`;
}

test.each([
  [
    'AeroPress coffee maker with 350 paper filters, free shipping',
    '[AeroPress coffee maker] with 350 paper filters, free shipping',
  ],
  ['A book on running form for beginners', 'A [book on running form] for beginners'],
  ['Set of four 750 ml glass jars', '[Set of four 750 ml glass jars]'],
  [
    'Second edition of the reference book on networks for web developers',
    '[Second edition of the reference book on networks] for web developers',
  ],
  [
    'Garrafa de 5 litros de aceite de oliva virgen extra',
    '[Garrafa de 5 litros de aceite de oliva virgen extra]',
  ],
  ['Two free months of audiobooks for new members', '[Two free months of audiobooks for new members]'],
  ['One Hundred Years of Solitude', '[One Hundred Years of Solitude]'],
  ['Large pack of the gloves', '[Large pack of the gloves]'],
  ['41 inch 5-in-1 collapsible reflector', '[41 inch 5-in-1 collapsible reflector]'],
  ['Unlimited photo and video hosting', '[Unlimited photo and video hosting]'],
  ['Nine week couch to 5K plan', '[Nine week couch to 5K plan]'],
  [
    'Sony WH-1000XM5 Wireless Noise Cancelling Headphones',
    '[Sony WH-1000XM5 Wireless Noise Cancelling Headphones]',
  ],
  ['An electric kettle that heats to 100 degrees.', 'An [electric kettle] that heats to 100 degrees'],
  ['Digital scale. Weighs up to 5 kg.', '[Digital scale]'],
  ['Steel pan (28 cm), for all stoves!', '[Steel pan] (28 cm), for all stoves'],
  ['Kettle, 1.7 litres', '[Kettle], 1.7 litres'],
  ['BEST BREAD SCALE EVER!!!', '[Best Bread Scale Ever]'],
  ['**Oak** [board](x) <b>for</b> bread', '[Oak board] (x) for bread'],
  ['Cheap pens at javascript:alert(1)', '[Cheap pens]'],
  ['Dr. Oetker baking powder', '[Dr. Oetker baking powder]'],
  ['No. 5 perfume by Chanel', '[No. 5 perfume] by Chanel'],
  ['Yahoo! Mail', '[Yahoo! Mail]'],
  ['Ben & Jerry&#39;s ice cream', "[Ben & Jerry's ice cream]"],
  ['kettle &amp; toaster', '[kettle & toaster]'],
  ['$20 gift card', '[$20 gift card]'],
  ['.NET in Action', '[.NET in Action]'],
  ['C# in Depth', '[C# in Depth]'],
  ['The North Face jacket', '[The North Face jacket]'],
  ['CASIO F-91W', '[CASIO F-91W]'],
  ['(Re)use kettle', '[Reuse kettle]'],
  ['kettle at foo.com', '[kettle]'],
  ['Placeholder', '[kitchen digital scale]'],
  ['Click here', '[kitchen digital scale]'],
  ['Amazon.com: OXO Wooden Spoon Set', '[OXO Wooden Spoon Set]'],
  ['Amazon.de: Le Creuset Bräter 24cm – https://amzn.to/3xyz', '[Le Creuset Bräter 24cm]'],
  ['Disney+ (annual plan)', '[Disney+] (annual plan)'],
  ['Terracotta pot 12" with drainage hole', '[Terracotta pot 12"] with drainage hole'],
  ['The Ordinary Niacinamide 10% + Zinc 1% serum', '[The Ordinary Niacinamide 10% + Zinc 1% serum]'],
  ['my popcorn maker I use every day', 'my [popcorn maker] I use every day'],
  ['I love this popcorn maker', '[popcorn maker]'],
  ['#ad popcorn maker', '[popcorn maker]'],
  ['MAM Easy Start Anti Colic Bottle 260 ml x 6', '[MAM Easy Start Anti Colic Bottle] 260 ml x 6'],
  ['CeraVe Moisturizing Cream 16 oz', '[CeraVe Moisturizing Cream] 16 oz'],
  ['NordVPN 2-year plan -63% + 3 months', '[NordVPN 2-year plan] -63% + 3 months'],
  ['Lodge 10.25 inch cast iron skillet', '[Lodge 10.25 inch cast iron skillet]'],
  ['Adult All-in-One Piano Course Level 1', '[Adult All-in-One Piano Course Level 1]'],
  ['Rain Bird drip irrigation kit', '[Rain Bird drip irrigation kit]'],
  ['iPhone 15 case', '[iPhone 15 case]'],
  ['the white noise machine we swear by', 'the [white noise machine] we swear by'],
  ['this retinol is so gentle', '[this retinol] is so gentle'],
  ["time tracking app I've used since 2018", "[time tracking app] I've used since 2018"],
  ['everything you need', '[everything you need]'],
  ['You are a badass', '[You are a badass]'],
  ['pan I use every day', '[pan] I use every day'],
  ['Sourdough in 5 days', '[Sourdough in 5 days]'],
  ['How I use my pan', '[How I use] my pan'],
  ['insurance from $5 a month', '[insurance] from $5 a month'],
  ['Cloud G i-Size Car Seat incl. Base', '[Cloud G i-Size Car Seat] incl. Base'],
  ['Apple TV Plus subscription', '[Apple TV Plus subscription]'],
  ['Plus size jeans', '[Plus size jeans]'],
  ['The 4-Hour Workweek', '[The 4-Hour Workweek]'],
  ['Oak Standing Desk | Fully', '[Oak Standing Desk] – Fully'],
  ['Brita water filter jug | BRITA®', '[Brita water filter jug]'],
  ['Nomad Travel Insurance | Cover for nomads', '[Nomad Travel Insurance] – Cover for nomads'],
  ['Shop Example | Oak Desk', '[Shop Example Oak Desk]'],
  ['Anker | 737 Power Bank', '[Anker 737 Power Bank]'],
  ["15% off Paula's Choice retinol with code LU", "15% off [Paula's Choice retinol] with code LU"],
  ['Get $20 off your first HelloFresh box', 'Get $20 off your [first HelloFresh box]'],
  ['Save up to 25 % on office chairs', 'Save up to 25 % on [office chairs]'],
  ['20% off', '[20% off]'],
  ['20% off NordVPN with code SAVE', '[20% off NordVPN] with code SAVE'],
  ['Level 5 on stage', '[Level 5 on stage]'],
  ['OIL MADE OF RIPE OLIVES 5L', '[Oil] made of Ripe Olives 5L'],
  ['Slow release vegetable fertilizer granules', '[Slow release vegetable fertilizer granules]'],
  [
    'double wall glass mug that keeps coffee hot longer',
    '[double wall glass mug] that keeps coffee hot longer',
  ],
  ['Second edition of the reference book on networks', '[Second edition of the reference book on networks]'],
  ['Online course: basic watercolour', '[Online course: basic watercolour]'],
  ['guide to the history of bread', '[guide to the history of bread]'],
])('%s: the name of the thing is the link', (description, expected) => {
  expect(phrase(description)).toBe(expected);
});

test('a long description ends at a clear break, or with its name', () => {
  const long = 'word '.repeat(20).trim();
  expect(phrase(`Oak board for bread, ${long}, and more`)).toBe('[Oak board for bread]');
  expect(phrase(`Oak board ${long}`).length).toBeLessThan(120);
});

test('names in other languages', () => {
  expect(phrase('Handmühle mit konischem Stahlmahlwerk und 38 Rasten', german)).toBe(
    '[Handmühle mit konischem Stahlmahlwerk] und 38 Rasten',
  );
  expect(phrase('Brooks Ghost 15 Herren Laufschuhe neutral', german)).toBe(
    '[Brooks Ghost 15 Herren Laufschuhe neutral]',
  );
  expect(phrase('Privathaftpflichtversicherung ab 3 €', german)).toBe(
    '[Privathaftpflichtversicherung] ab 3 €',
  );
  expect(phrase('10 % Rabatt auf die Medela Swing Milchpumpe mit Code JANA', german)).toBe(
    '10 % Rabatt auf die [Medela Swing Milchpumpe] mit Code JANA',
  );
  expect(phrase('15% de descuento en tu primera caja de café', spanish)).toBe(
    '15% de descuento en tu [primera caja de café]',
  );
  expect(phrase('Samt Vorhänge blau', german)).toBe('[Samt Vorhänge blau]');
  expect(phrase('Hotel 1900 Wien', german)).toBe('[Hotel 1900 Wien]');
  expect(phrase('freidora de aire Cosori 5,5 litros', spanish)).toBe('[freidora de aire] Cosori 5,5 litros');
  expect(phrase('Sartén de hierro mineral de 22 cm', spanish)).toBe('[Sartén de hierro mineral] de 22 cm');
  expect(phrase('Buch über das Leben der Bienen im Winter', german)).toBe(
    '[Buch über das Leben der Bienen] im Winter',
  );
  expect(phrase('Die Siedler von Catan', german)).toBe('Die [Siedler von Catan]');
  expect(phrase('Tetera eléctrica con control de temperatura', spanish)).toBe(
    '[Tetera eléctrica con control de temperatura]',
  );
  expect(phrase('Libro sobre la vida de las abejas', spanish)).toBe('[Libro] sobre la vida de las abejas');
  expect(phrase('Bouilloire à col de cygne qui chauffe vite', french)).toBe(
    '[Bouilloire à col de cygne] qui chauffe vite',
  );
  expect(phrase('Le Creuset cocotte', french)).toBe('[Le Creuset cocotte]');
  expect(phrase('Boek over het leven van de bij', dutch)).toBe('[Boek] over het leven van de bij');
  expect(phrase('電気ケトル 1.7L 温度調節付き', japanese)).toBe('[電気ケトル] 1.7L 温度調節付き');
});

test('without a description, the words come from the address, or are those of a page', () => {
  expect(phrase('')).toBe('[kitchen digital scale]');
  expect(phrase('🎁', english, 'https://www.kettles.example/?id=7')).toBe('[kettles]');
  expect(phrase('12', german, 'x')).toBe('[diese Seite]');
  expect(phrase('', english, 'https://amzn.to/3xyz')).toBe('[this page]');
});

test.each([
  ['AeroPress coffee maker with 350 filters', 'coffee maker', 'AeroPress [coffee maker] with 350 filters'],
  ['French press for two', 'AeroPress coffee maker', '[AeroPress coffee maker]'],
  ['The flat pan', 'at pan', '[at pan]'],
  ['', 'a pan for life', '[a pan for life]'],
  ['French press', 'anchor text here', '[French press]'],
  ['French press', 'see evil.example now', '[French press]'],
  ['French press', 'call 0900 123 456', '[French press]'],
])('%j with the wished anchor %j is %s', (description, wish, expected) => {
  const { before, anchor, after } = readDescription({ url, description, anchor: wish }, english);
  expect(`${before}[${anchor}]${after}`).toBe(expected);
});
