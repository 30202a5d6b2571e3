import type { EditRequest } from '#core/edits/edit.ts';
import { withoutFullWidth } from '#core/lib/helpers.ts';

/** `remove` is never done. A line that asks for it is reported. */
export type Command = EditRequest['action'] | 'skip' | 'remove';

/**
 * The words of each command, in the ten languages of the built-in writer: English, German, Spanish, French, Italian,
 * Portuguese, Dutch, Polish, Swedish, Japanese.
 */
const commandWords: Readonly<Record<Command, string>> = {
  link: `link verlinken verlinke enlazar enlaza vincular lier liez collegare collega ligar linken koppelen linkuj
    podlinkuj länka リンク`,
  add: `add addition append ergänzen ergaenzen ergänze hinzufügen hinzufuegen añadir añade agregar agrega ajouter ajoutez
    ajoute aggiungere aggiungi adicionar acrescentar adicione toevoegen dodaj dodać lägg tillägg 追加`,
  insert: `insert insertion einfügen einfuegen füge fuege insertar inserta inserción insérer insérez inserire inserisci
    inserir insira invoegen voeg wstaw wstawić infoga 挿入`,
  replace: `replace replacement rewrite substitute change ersetzen ersetze ändern reemplazar reemplaza sustituir sustituye
    cambiar remplacer remplacez remplace sostituire sostituisci substituir substitua vervangen vervang zastąp zastąpić
    zamień ersätt ersätta byt 置換 置き換え`,
  skip: `skip skipped omit auslassen weglassen überspringen ueberspringen omitir omite omettre ignorer omettere saltare
    pular overslaan pomiń pominąć hoppa utelämna 省略`,
  remove: `delete remove move löschen loeschen entfernen eliminar borrar supprimer eliminare remover verwijderen usuń
    radera 削除`,
};

const beyondAscii = /[\u0080-\uFFFF]/;

/** Returns the words in lower case and without accents, which some models leave out. */
function folded(words: string): string {
  if (!beyondAscii.test(words)) return words.toLowerCase();
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns a set of words that are compared without accents and capitals. */
export function wordsOf(list: string): ReadonlySet<string> {
  return new Set(folded(list).split(/\s+/u));
}

/** The command of each word, folded. */
export const commands: ReadonlyMap<string, Command> = new Map(
  (['remove', 'skip', 'replace', 'insert', 'add', 'link'] as const).flatMap((command) =>
    [...wordsOf(commandWords[command])].map((word) => [word, command] as const),
  ),
);

/** Matches each of these words, as a part of a regular expression that ignores case. */
export const commandPattern = String.raw`(?<![\p{L}\p{N}])(?:${[
  ...new Set([...Object.values(commandWords).flatMap((list) => list.split(/\s+/u)), ...commands.keys()]),
].join('|')})(?![\p{L}\p{N}])`;

/** The end of a command may be grown together with other words, as in `insert_after` and `insertAfter`. */
export function commandNamed(name: string): Command | null {
  const word = folded(name).match(/\p{L}+/u)?.[0] ?? '';
  const [, command = null] = [...commands].find(([each]) => word.startsWith(each)) ?? [];
  return commands.get(word) ?? command;
}

/** Words that say on which side of a sentence or of some words. */
const sideWords = `right directly immediately after behind below following at nach hinter unter direkt unmittelbar después
  tras detrás après derrière dopo dietro depois após achter na po za efter bakom`;
const sentenceWords = `sentence sentences line lines number numbers satz sätze sätzen zeile nummer frase oración línea número
  phrase ligne numéro riga linha zin regel zdaniu zdanie numer mening meningen rad 文 行 番号 第`;

/** Words before the number of a sentence, or before words that a clause goes behind. */
export const placeWords = wordsOf(
  `${sideWords} ${sentenceWords} for the no nr s n of in dem den der de la el los las le les il da do`,
);

/** Words for parts of a text that have no numbers. */
export const unitWords = wordsOf(
  'paragraph section heading title absatz abschnitt párrafo paragraphe paragrafo parágrafo alinea akapit stycke 段落',
);

/** Words between a place, or the old text, and the new text. */
export const joinWords = wordsOf(
  'with by text to into as mit durch zu ein hinzu con por par avec da com met door toe przez med till',
);

/** Words between two numbers: of a range, and of a list. */
export const rangeWords = wordsOf('to bis a à al ate tot do till 〜');
export const listWords = wordsOf('and und y et e en i och と');

/** Words before the old and the new text of a replacement. */
export const oldWords = wordsOf(
  'old original before alt alter vorher viejo antes ancien avant vecchio antigo oud stary gammal 旧',
);
export const newWords = wordsOf(
  'new replacement revised updated neu neuer nachher nuevo nouveau nuovo novo nieuw nowy ny 新',
);

/** Words for a link that no reader of the content would want, in a plan. */
export const unfitWords = wordsOf(
  'unfit unsuitable ungeeignet unpassend inadecuado inapproprié inadatto inadequado ongeschikt nieodpowiedni olämplig 不適',
);
export const planWords = wordsOf('plan plano piano 計画');

/** Invisible signs: soft hyphen, zero-width signs, direction marks, byte order mark. */
const hidden = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/u;
const allHidden = new RegExp(hidden, 'gu');
/** Matches what a plain line does not have: hidden signs, other spaces, full-width signs. */
const unplain = /[\u00A0\u00AD\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u2064\u3000\uFEFF\uFF01-\uFF5E]/;

/** Returns the line without invisible signs, with plain spaces, and with ASCII in place of full-width signs. */
export function plainLine(line: string): string {
  if (!unplain.test(line)) return line;
  return withoutFullWidth(line.replace(allHidden, '').replace(/\p{Z}/gu, ' '));
}

/** Returns the offset in `line` of the sign at offset `plain` in its plain form. */
export function offsetInLine(line: string, plain: number): number {
  let at = 0;
  for (let left = plain; left > 0 && at < line.length; at += 1) if (!hidden.test(line[at] ?? '')) left -= 1;
  return at;
}

const wordHere = /[\p{L}\p{M}]{1,40}/uy;
const blanks = ' \t';
const emphasisSigns = '*_`';

/** Quotation marks, each opening one with those that may close it. */
const quotePairs: Readonly<Record<string, string>> = {
  '"': '"”',
  '“': '”"',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '‹': '›',
  '‘': '’',
  '‚': '‘',
  '「': '」',
  "'": "'’",
};

/**
 * Reads a plain line from left to right. No step goes back, except by `to`. It is a class, because a closure for each
 * method would take longer than reading a short line.
 */
export class Cursor {
  private offset: number;
  private readonly text: string;
  /** The word that was read last, and its place. Callers look it up in several sets. */
  private wordAt = -1;
  private word = '';
  private plainWord = '';

  constructor(text: string, start = 0) {
    this.text = text;
    this.offset = start;
  }

  at(): number {
    return this.offset;
  }

  to(next: number): void {
    this.offset = next;
  }

  sign(ahead = 0): string {
    return this.text.charAt(this.offset + ahead);
  }

  /** Whether one of these signs stands here. */
  isAt(signs: string, ahead = 0): boolean {
    const at = this.offset + ahead;
    return at < this.text.length && signs.includes(this.text.charAt(at));
  }

  rest(): string {
    return this.text.slice(this.offset);
  }

  /** Returns the text from an offset up to here. */
  since(from: number): string {
    return this.text.slice(from, this.offset);
  }

  /** Passes these signs, at most `most`, and returns them. */
  pass(signs: string, most = this.text.length): string {
    return this.passWhile(true, signs, most);
  }

  /** Passes all other signs. */
  passUntil(signs: string, most: number): string {
    return this.passWhile(false, signs, most);
  }

  passBlanks(): string {
    return this.pass(blanks);
  }

  passEmphasis(): string {
    return this.pass(emphasisSigns, 3);
  }

  /** Passes digits. Returns null if there are none, or more than `most`. */
  number(most: number): number | null {
    const from = this.offset;
    const digits = this.pass('0123456789');
    if (digits !== '' && digits.length <= most) return Number(digits);
    this.offset = from;
    return null;
  }

  /** Returns the word that begins here. */
  wordAsWritten(): string {
    if (this.wordAt === this.offset) return this.word;
    wordHere.lastIndex = this.offset;
    this.word = wordHere.exec(this.text)?.[0] ?? '';
    this.plainWord = folded(this.word);
    this.wordAt = this.offset;
    return this.word;
  }

  /** Passes the word that begins here, if it is one of these. Returns it folded, or an empty string. */
  passWord(words: { has(word: string): boolean }): string {
    const { length } = this.wordAsWritten();
    if (!words.has(this.plainWord)) return '';
    this.offset += length;
    return this.plainWord;
  }

  /** Passes words in quotation marks. The sign before a separator closes them, else the first one. */
  quoted(): string | null {
    const end = endOfQuote(this.text, this.offset);
    if (end < 0) return null;
    const words = this.text.slice(this.offset + 1, end);
    this.offset = end + 1;
    return words;
  }

  private passWhile(isIn: boolean, signs: string, most: number): string {
    const from = this.offset;
    let at = from;
    while (at < this.text.length && at - from < most && signs.includes(this.text.charAt(at)) === isIn)
      at += 1;
    this.offset = at;
    return this.text.slice(from, at);
  }
}

/** Returns where the quotation that opens here closes, or -1. */
function endOfQuote(text: string, start: number): number {
  const closing = quotePairs[text.charAt(start)];
  let first = -1;
  if (closing === undefined) return first;
  for (let at = start + 2; at < text.length; at += 1) {
    if (!closing.includes(text.charAt(at))) continue;
    if (separatorHere(text, at + 1)) return at;
    if (first < 0) first = at;
  }
  return first;
}

/** Whether a separator stands here, behind closing signs. */
function separatorHere(text: string, start: number): boolean {
  const at = new Cursor(text, start);
  at.pass(`${blanks}${emphasisSigns})]`, 6);
  const sign = at.sign();
  return sign !== '' && (':|→'.includes(sign) || at.sign(1) === '>');
}
