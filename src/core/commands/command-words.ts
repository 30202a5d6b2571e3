import type { EditRequest } from '#core/edits/edit.ts';

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
export function folded(words: string): string {
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

/** Words that may open a line whose place comes before its command. */
export const placeOpenings = wordsOf(`${sideWords} ${sentenceWords}`);
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
