import { hasUnspaced, wordSegmenter } from '#core/document/words-and-sentences.ts';
import { foldedWordsIn, stem, stopWords, type Language } from '#core/language/language.ts';
import { memoize, wordSet } from '#core/lib/helpers.ts';
import { splitDescription } from '#core/links/description.ts';
import type { LinkToWeave } from '#core/links/link.ts';

/** One word of a text, folded and stemmed for comparison, with a weight from 0 to 1. */
type Term = { readonly term: string; readonly weight: number };

const longestWord = 40;
const memoryLimit = 20_000;
const chunkLength = 400;

const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;

/** English words for what does something. Everyone plans, but a planner is a thing: it is not cut to "plan". */
const doer = /^(.{4,}er)s?$/;

/** Finds the terms of a text, without stop words, numbers and ids. */
export type TermReader = (text: string) => Term[];

export function createTermReader(language: Language | null): TermReader {
  const { weightOf, isOrdinary } = weightsOf(language);
  const stopLists = language === null ? [otherStopWords, ...Object.values(stopWords)] : [stopWords[language]];
  const isStopWord = (word: string) => stopLists.some((list) => list.has(word));

  const termOf = memoize((word: string): Term | false => {
    if (isStopWord(word)) return false;
    const folded = word.normalize('NFKC');
    if (saysNothing(folded) || (folded !== word && isStopWord(folded))) return false;
    const stemmed = stemOf(folded, language);
    const noun = language === 'en' && isOrdinary(stemmed) ? doer.exec(folded)?.[1] : undefined;
    const term = noun === undefined || ordinaryWords.en.has(noun) ? stemmed : noun;
    return { term, weight: weightOf(term) };
  }, memoryLimit);

  return (text) => {
    const terms: Term[] = [];
    const isSpaced = !hasUnspaced(text);
    for (const word of foldedWordsIn(text.replace(invisible, ''))) {
      if (!isSpaced && hasUnspaced(word)) terms.push(...segmentsOf(word));
      else {
        const term = word.length <= longestWord && termOf(word);
        if (term !== false) terms.push(term);
      }
    }
    return terms;
  };
}

/** Chinese, Japanese, Thai and similar scripts have no spaces between words. A dictionary finds the words. */
function* segmentsOf(run: string): Generator<Term> {
  for (let start = 0; start < run.length; start += chunkLength) {
    for (const { segment } of wordSegmenter().segment(run.slice(start, start + chunkLength))) {
      const term = segment.normalize('NFKC');
      const isSmall = particles.has(term) || /^\p{Script=Hiragana}{1,3}$/u.test(term) || saysNothing(term);
      if (!isSmall) yield { term, weight: /^\p{Script=Han}$/u.test(term) ? 0.6 : 1 };
    }
  }
}

/**
 * Returns functions for the weights of terms. Advertising words count least, ordinary words a little more, and short
 * words less than long ones. They are made once for each language, because stemming a thousand words takes long.
 */
const weightsOf = memoize((language: Language | null) => {
  const stems = (words: Iterable<string>) =>
    new Set(Array.from(words, (word) => stemOf(word.normalize('NFKC'), language)));
  const sales = stems(salesWords);
  const ordinary = stems(language === null ? [] : ordinaryWords[language]);
  const isOrdinary = (term: string) => ordinary.has(term);
  const weightOf = (term: string): number => {
    const brevity = 1 - 0.075 * Math.max(0, 7 - term.length);
    if (sales.has(term)) return 0.3 * brevity;
    return isOrdinary(term) ? 0.45 * brevity : brevity;
  };
  return { weightOf, isOrdinary };
});

/** Most words match this pattern. Checking it first is faster. */
const plainWord = /^[a-z]{3,}$/;

/** Whether a word is a number, or has only one or two letters. A single Chinese character is a word. */
function saysNothing(word: string): boolean {
  if (plainWord.test(word)) return false;
  if (/^\p{Script=Han}$/u.test(word)) return false;
  return (
    word.length < 2 || /^\p{N}+$/u.test(word) || /^[\p{Script=Latin}\p{Script=Cyrillic}]{1,2}$/u.test(word)
  );
}

/** Latin accents are removed first, so that "couché" and "couche" have one stem. Other scripts need theirs for endings. */
function stemOf(word: string, language: Language | null): string {
  const bare = plainWord.test(word) || !/^\p{Script=Latin}/u.test(word) ? word : withoutAccents(word);
  const stemmed = language === null ? lightStem(bare) : stem(bare, language);
  return plainWord.test(stemmed) ? stemmed : withoutAccents(stemmed);
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Cuts the most common plural endings, in languages that are not recognized. */
function lightStem(word: string): string {
  if (word.length < 5) return word;
  if (/\p{Script=Cyrillic}$/u.test(word))
    return word.replace(
      /(?:ами|ями|ого|его|ому|ему|ыми|ими|ов|ев|ей|ах|ях|ам|ям|ом|ем|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|[уюаяыиоеь])$/u,
      '',
    );
  return word.replace(/(?:es|s|x)$/, '').replace(/[aeiou]$/, '');
}

const termLimit = 60;
const descriptionLength = 2000;
const pathWeight = 0.4;
const hostWeight = 0.25;
/** The weight of the words of an address rises by this factor if there is no description. */
const aloneFactor = 2.5;

/** Returns the terms of a link with their weights. Those of its address count less. */
export function weighLink({ url, description }: LinkToWeave, readTerms: TermReader): Map<string, number> {
  const weights = new Map<string, number>();
  const { words } = splitDescription(description);
  for (const { term, weight } of readTerms(words.slice(0, descriptionLength))) raise(weights, term, weight);
  const factor = weights.size === 0 ? aloneFactor : 1;
  const { path, host } = urlWords(url);
  for (const { term, weight } of readTerms(path)) raise(weights, term, weight * pathWeight * factor);
  for (const { term, weight } of readTerms(host)) raise(weights, term, weight * hostWeight * factor);
  return weights;
}

function raise(weights: Map<string, number>, term: string, weight: number): void {
  const known = weights.get(term);
  if (known === undefined ? weights.size < termLimit : known < weight) weights.set(term, weight);
}

/** Words of addresses that do not name a product. */
const commonWords = wordSet(
  'www com net org info co uk de es fr it eu us io app shop store index html htm php aspx asp jsp product products item items ' +
    'category categories catalog catalogue collections collection page pages en amp ref go out aff affiliate track click link links ' +
    'url redirect offer deals dp gp example test invalid',
);

const lengthLimit = 2000;
const nestedAddress = /^https?(?::|%3a)/i;
const namingField = /^(?:q|query|search|keywords?|title|name|product)$/i;

/** Returns the words of an address. In the query, only a nested address and search words count, never codes. */
export function urlWords(url: string): { path: string; host: string } {
  const { host, path, query } = partsOf(url);
  let words = path;
  for (const field of query.split('&')) {
    const at = field.indexOf('=');
    const value = field.slice(at + 1);
    if (nestedAddress.test(value)) words += ` ${partsOf(decoded(value)).path}`;
    else if (namingField.test(field.slice(0, at))) words += ` ${value.replaceAll('+', ' ')}`;
  }
  return { path: named(decoded(words)), host: named(host) };
}

function partsOf(url: string): { host: string; path: string; query: string } {
  const [, host = '', path = '', query = ''] =
    /^(?:[a-z][\w+.-]*:\/\/)?([^/?#]*)([^?#]*)\??([^#]*)/i.exec(url.slice(0, lengthLimit)) ?? [];
  return { host: host.replace(/^[^@]*@/, '').replace(/:\d*$/, ''), path, query };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%[\da-f]{2}/gi, ' ');
  }
}

function named(text: string): string {
  return text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '' && !commonWords.has(word.toLowerCase()) && !isId(word))
    .join(' ');
}

function isId(word: string): boolean {
  return /\d/.test(word) && (word.length > 5 || !/^\p{L}{2,}\d{1,4}$/u.test(word));
}

/**
 * Words that occur in texts about anything. If a text and a link share such a word, it says little, even if few other
 * links have it. Each word stands for all words with its stem. Words of `salesWords` are not repeated here.
 */
const ordinaryWords = {
  en: wordSet(
    'able accept account across act action add address age ago agree air allow almost alone along already although always amount ' +
      'angry answer appear area arm arrive art ask attention author avoid baby back bad base beautiful become bed begin behind ' +
      'believe bit black blue board body born bottom box break bring brother brown build business busy call car carry case catch ' +
      'cause center century certain chance change character check child children choice choose city class clean clear close cold ' +
      'color come common community company complete consider contain continue control copy corner cost country couple course cover ' +
      'create cross cut daily dark date daughter dead death decide decision deep describe desk detail develop die difference ' +
      'different difficult direct direction discover door doubt draw drive drop dry early earth east effect effort eight else email ' +
      'end energy enjoy enough enter entire evening event everybody everyone everything evidence exact example except expect ' +
      'experience explain eye face fact fail fall family famous far father favor fear feel feet field fight figure fill final fine ' +
      'finish fire five floor follow food foot force forget form forward four friend front fun future game general gentle girl glad ' +
      'glass goal gold grab green ground group grow guess half hand handle hang happen happy hard head hear heart heavy high hold ' +
      'hole hope hot huge human hundred husband idea important impossible increase information inside instead interest issue job join ' +
      'key kid kill kind king lack land late laugh law lay lead leave left leg lesson letter level lie life lift light limit line ' +
      'list listen live local look lose lost love low luck machine main manage mark master material matter mean measure meet mention ' +
      'middle might mile million mind minute miss mistake moment money morning mother mouth move mr name natural nature near ' +
      'necessary neck nice night nine nobody noise normal north nose note nothing notice number office okay old open ordinary own ' +
      'page pain paper parent part particular pass past pay perhaps period person picture place plain plan play please pleasure ' +
      'plenty point poor position possible post power practice present press pretty prevent private problem process produce protect ' +
      'prove public pull push quarter question quiet quite raise range reach ready real reason recent record red remain remember ' +
      'remove repeat reply report rest result return rich ride rise road role room round rule run safe sad scene school sea season ' +
      'seat section seem self sell send sense separate serious serve service seven several shape share short shoulder shout show shut ' +
      'side sight sign silence similar single sister sit situation six skill sleep slow social society soft someone somewhere son ' +
      'soon sort sound south space speak special speed spend spot stand star state station stay step stick still stone stop straight ' +
      'strange street strength strong student study stuff style subject success sudden suggest summer sun support suppose surface ' +
      'surprise sweet system table talk tall teach team technology tell ten term test thank thick thin think third thought thousand ' +
      'threw throw tie tight tiny total touch toward town track trouble true trust truth try turn type understand unit usual value ' +
      'various view village visit voice wait walk wall wake warm wash watch water weak wear weather weight west wet white wide wife ' +
      'wild win wind window winter wish woman women wonder wood word world worry worth write wrong wrote yard yellow yes yesterday ' +
      'yet young ' +
      // Comparatives are no things, though they end like "planner".
      'closer colder darker deeper greater harder higher quieter richer shorter slower softer stronger thicker thinner weaker younger',
  ),
  de: wordSet(
    'abend absolut alt anfang angst antwort arbeit arbeiten arm art auge ausdruck aussehen auto bald bauen bedeuten beginn beide ' +
      'bekannt bekommen bereich bereit bericht bewegen bild bitte blau bleiben blick boden brauchen breit bringen bruder buch bunt ' +
      'dank denken deutlich dick dinge direkt dunkel dünn ebene echt eigen eigentlich einzig eltern ende endlich entscheiden erde ' +
      'erfahrung erfolg erhalten erinnern erklären erst erzählen essen fahren fall falsch familie farbe fehlen fein fest feuer form ' +
      'frage frau frei freude freund früh fühlen führen fünf fuß ganze garten geben gefühl gehen geld gelten genau genug gern ' +
      'geschichte gesicht gestern gesund gewinnen glauben gleich glück grund gruppe grün halb halten hand hart heiß helfen hell herr ' +
      'herz heute hilfe himmel hoch hoffen holen hören idee jahr jung kalt kennen kind klar kommen kopf körper kosten kraft kurz ' +
      'lachen land langsam lassen laufen laut leben legen leicht leider leise lernen lesen letzte leute licht lieb liegen linie luft ' +
      'lust mal mann meinen meist mensch merken minute mitte moment morgen mutter nacht nah name natur nehmen nennen nächste oben ' +
      'öffnen ordnung ort papier person platz plan punkt recht reden reich reihe rechts richtig rot ruhe rund sache sagen schlecht ' +
      'schließen schnell schön schreiben schritt schule schwarz schwer sehen seite selbst setzen sicher sitzen sofort sommer sonne ' +
      'spaß spät spiel sprechen stadt stark stehen stelle still stimme straße stunde suchen süß teil tief tisch tragen treffen ' +
      'trocken tür übrig uhr unten vater verlieren verstehen versuchen voll vorne wachsen wagen wahr wald wand warm warten wasser weg ' +
      'weich weiß weit welt wenig wetter wichtig wind winter wirklich wissen woche wohl wollen wort wunsch zahl zehn zeigen zeit zeug ' +
      'ziehen ziel zimmer zurück zusammen',
  ),
  es: wordSet(
    'abrir acabar agua aire alegre algo alguien alto amigo amor ancho año años árbol arriba azul bajo blanco boca bonito brazo ' +
      'buscar cabeza caer calle calor cama cambiar caminar campo cara carta centro cerca cerrar cielo cinco ciudad claro color comer ' +
      'comida conocer conseguir corazón correr cosa crear cuarto cuatro cuenta cuerpo cuidado dar deber decir dejar dentro derecha ' +
      'descubrir despacio diez difícil dinero distinto duda dulce duro ejemplo empezar encima encontrar enseñar entender entrar ' +
      'equipo error escribir escuchar escuela espacio esperar estilo estrella falta familia favor feliz fin final fondo forma frente ' +
      'frío fuego fuera fuerte fuerza ganar gente grande grupo gustar haber hablar hambre hermano hijo historia hoja hombre hora hoy ' +
      'idea igual importante izquierda joven lado lento leer lejos libre ligero línea listo llamar llegar lleno llevar luego lugar ' +
      'luz madre malo mañana mano manera mar medio memoria mil mirar mitad momento mover mujer mundo nacer natural necesitar negro ' +
      'niño noche nombre normal noticia número oír ojos olvidar orden padre pagar país palabra papel parar parecer pared parte pasar ' +
      'pedir pensar pequeño perder persona peso pie piedra piel pierna poder poner posible pregunta problema pronto pueblo puerta ' +
      'punto quedar querer quitar rápido razón real recibir recordar recto rico rojo ropa saber sacar seco seguir seguro seis semana ' +
      'sentir servir siete silencio sitio sol sonido suave subir suelo sueño suerte tarde tener tercero tiempo tierra tocar tomar ' +
      'trabajar traer tres triste usar útil valor venir ventana ver verano verdad verde viajar vida viejo viento vivir volver voz',
  ),
} as const;

/** Further stop words, for languages that are not recognized. */
const otherStopWords = wordSet(
  'une est sont dans pour par sur avec sans plus pas qui quoi dont ses mes tes vos leur leurs cette ces aux ont mais comme tout ' +
    'tous toute toutes être avoir fait faire très aussi chez vous nous elle ils elles il gli della delle degli dei nel nella sul ' +
    'sulla che sono come anche più molto questo questa questi queste tutto tutti ogni loro suo sua hanno essere fare dopo prima ' +
    'senza alla allo dal dalla uma umas nas pelo pela com não mas foi são isso seu também muito quando sem depois até mesmo aos ela ' +
    'eles você nós ter tem fazer het een van voor met zijn haar ook niet naar maar om bij aan uit dan dat deze dit wordt worden ' +
    'hebben heeft och att det som för på med av inte är har var till ett jag men så från eller när kan ska nie się jest na że jak ' +
    'ale dla przez przy jako oraz tylko być już może jego jej tym tego które który это как так что все она они его него для при или ' +
    'если уже был была были было быть еще ещё только также после чтобы где когда нет есть вас нас вам нам мне мой моя наш ваш под ' +
    'над без про лучше очень можно нужно',
);

/** The most common characters and particles of Chinese and Japanese. */
const particles = wordSet(
  '的 了 是 在 和 我 有 也 不 就 都 一 个 上 这 那 你 他 她 它 们 与 及 或 很 到 要 会 能 着 把 被 让 给 对 从 以 为 而 但 吧 吗 呢 中 大 小 人 用 好 多 我们 你们 他们 这个 那个 可以 一个 没有 因为 ' +
    '所以 如果 但是 什么 怎么 自己 不是 就是 已经 时候 使用 非常',
);

/** Words that advertise any link. They say little about it. */
const salesWords = wordSet(
  'buy top new sale deal offer free discount coupon cheap price shipping delivery official online shop store review guide pack ' +
    'set pair piece size inch quality great good perfect easy simple premium pro plus classic original popular favourite favorite ' +
    'everyday day month week hour way people home today save saving order product item brand fast quick small large big full extra ' +
    'edition second included includes available member start trial link here click find right fit keep help two three kaufen ' +
    'günstig angebot neu kostenlos versand lieferung preis rabatt gutschein beste qualität perfekt einfach klein groß stück teilig ' +
    'größe testsieger ratgeber tag tage monat haus gute comprar oferta nuevo nueva gratis envío precio descuento tienda barato ' +
    'mejor calidad perfecto juego día mes casa acheter offre nouveau gratuit livraison prix promo boutique meilleur qualité idéal ' +
    'parfait facile lot jour mois maison',
);
