const opening =
  /^[*_(]{0,3}(?:I hope|I(?:['’]ve| have) (?:kept|made|tried|woven|added|included)|Hope (?:this|these|that)|(?:Please )?let me know|Feel free|Would you like|(?:Just )?say the word|If you(?:['’]d| would) (?:like|prefer)|(?:These|All|Each of these) (?:three )?versions|Ich hoffe|Ich habe|Lass(?:en Sie|t)? (?:es )?mich|Gerne? |Wenn (?:du|Sie|ihr)|Sag(?:en Sie)? (?:mir )?Bescheid|Espero que|Av[ií]same|Dime si|D[ée]jame saber|H[áa]zmelo saber|Si (?:quieres|deseas|prefieres|necesitas))(?![\p{L}\p{N}])/iu;
const subject =
  /\b(?:versions?|versionen|versiones|adjust\w*|tweak\w*|rewrit\w*|revis\w*|further changes|anpass\w*|änder\w*|ajust\w*|cambi\w*|modifi\w*)/iu;
const remarkLimit = 400;
const openingLimit = 48;

/** Whether a line is one with which models take their leave: it speaks to the user, about the versions. */
export function isRemarkLine(line: string): boolean {
  return line.length <= remarkLimit && opening.test(line) && subject.test(line) && !line.includes('((');
}

/** Whether a line of which only `start` has arrived may turn out to be one. */
export function mayBeRemarkLine(start: string): boolean {
  return start.length <= remarkLimit && (start.length < openingLimit || opening.test(start));
}
