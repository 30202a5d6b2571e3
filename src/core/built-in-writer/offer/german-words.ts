export type Gender = 'm' | 'f' | 'n';

function words(list: string): readonly string[] {
  return list.split(' ');
}

/** Words with which the name of a thing ends and what is said about it begins. */
export const boundaries: ReadonlySet<string> = new Set(
  words(
    'für mit ohne aus in im ins zum zur zu von vom gegen über um bei beim auf am an ans nach unter per als der die das den dem des ' +
      'die, welche welcher inklusive inkl samt bis ab ist sind wird werden kann können hat haben',
  ),
);

/** Last parts of nouns, also of compounds, by gender. */
export const genders: Readonly<Record<Gender, readonly string[]>> = {
  m: words(
    'kurs rucksack reader laptop mixer kocher stuhl tisch schuh helm sattel filter grill wein tee kaffee ofen topf teller becher ' +
      'beutel koffer ratgeber planer kalender block stift stick tracker lautsprecher hörer monitor drucker bildschirm akku adapter ' +
      'gutschein rabatt zugang plan dienst service shop podcast roman band leitfaden schlafsack gürtel mantel pullover schal anzug ' +
      'korb dünger samen spaten besen eimer schlauch rasenmäher trimmer föhn rasierer schrank teppich vorhang spiegel sessel hocker sack',
  ),
  f: words(
    'waage lampe tasche app maschine kamera karte pfanne matte jacke hose flasche decke uhr brille box software anleitung ' +
      'versicherung bank linse kanne mühle presse säge schere zange bürste creme seife kerze batterie festplatte tastatur maus ' +
      'kapsel reihe serie ausgabe mitgliedschaft seite plattform vorlage liste tabelle station pumpe reise ' +
      'unterkunft leine schüssel gabel butter schokolade hefe feder kammer liege bohrmaschine ausrüstung',
  ),
  n: words(
    'buch messer zelt fahrrad rad werkzeug set paket konto gerät stativ objektiv abo abonnement programm heft magazin brett ' +
      'kissen bett regal licht öl salz mehl brot gewürz spiel tablet handy telefon kabel netzteil ladegerät mikrofon keyboard ' +
      'training seminar webinar video hörbuch ebook e-book handbuch kochbuch lehrbuch wörterbuch notizbuch papier pulver shampoo ' +
      'handtuch tuch hemd kleid shirt glas blech sieb thermometer schloss angebot ticket hotel laufwerk garn kit mittel',
  ),
};

/** Nouns that take no article. */
export const massNouns: ReadonlySet<string> = new Set(
  words(
    'kaffee tee musik schokolade wolle mehl hefe öl salz zucker software zubehör garn stoff papier dünger erde saatgut futter leder ' +
      'baumwolle leinen wein bier wasser geld ausrüstung werkzeug kleidung wachs seife pulver butter',
  ),
);

/** Endings of nouns that mean many things here; most others cannot be told from one thing. */
export const plurals: readonly string[] = words(
  'schuhe jacken hosen bohnen röcke kurse geräte pakete bücher beutel kopfhörer handtücher socken taschen lampen pfannen messer töpfe handschuhe stiefel ' +
    'rezepte tipps vorlagen kapseln kerzen karten stunden tage wochen monate jahre minuten samen stifte hefte kissen decken matten ' +
    'bürsten filter lautsprecher hörbücher reifen schläuche bremsbeläge gläser dosen flaschen kräuter gewürze sets apps ebooks',
);
