import type { Span } from '#core/lib/helpers.ts';

import { isDisclosure } from './disclosures.ts';

/** Greetings at the end of a letter or a post, in any case of their first letters. `*` stands for letters of a word. */
const greetings = [
  '(?:(?:much|with|lots of|all my) )?love, x{1,3}, xo, xoxo, cheers, best(?: wishes)?, all the best',
  '(?:kind |warm |best )?regards, warmly, sincerely, (?:big )?hugs, yours(?: truly)?, take care',
  '(?:thanks|thank you)(?: so much)?, until then, (?:until|see you|talk) next *, see you(?: soon| then| tomorrow)?',
  'talk (?:to you )?soon, stay (?:safe|well|tuned), happy *ing',
  '(?:ganz )?liebe grüße(?: aus *)?, (?:viele|herzliche|beste) grüße, mit freundlichen grüßen',
  "LG, lg, herzlichst, alles liebe, macht(?:[’']| e)s gut, bis (?:bald|dann|morgen|nächste woche|zum nächsten mal)",
  'viel (?:spaß(?: beim *)?|freude|erfolg), eure?, euer, lasst es euch schmecken, guten appetit, buen provecho',
  'un (?:fuerte )?abrazo(?: enorme)?, abrazos, un beso, besos, saludos, hasta pronto, hasta la próxima',
  'nos (?:leemos|vemos), con cariño, bises, bisous, à bientôt, amicalement, a presto, un abbraccio, baci, groetjes, liefs',
  'tot snel, abraços, beijos, até breve, pozdrawiam, kram, hälsningar',
]
  .join(', ')
  .replaceAll(', ', '|')
  .replace(
    /\p{L}+/gu,
    (word) => `[${word.charAt(0).toLowerCase()}${word.charAt(0).toUpperCase()}]${word.slice(1)}`,
  )
  .replaceAll('*', String.raw`\p{L}{2,15}`);
const name = String.raw`\p{Lu}[\p{L}.'’-]{0,20}(?: (?:(?:and|&|und|y) )?\p{Lu}[\p{L}.'’-]{0,20}){0,2}`;
/** A greeting, and who sends it: a name, or a single word in lower case. */
const greeting = new RegExp(
  String.raw`^¡?(?:${greetings})\s?[,!.…]?\s*(?:(?:[\n\r]|(?<=,\s*))(?:(?:[Yy]our|[Ee]ure?|[Dd]eine?) )?(?:${name}|\p{Ll}{1,20})(?: x{1,4})?)?[.!]?$`,
  'u',
);
/** As in "Dein Marcus", also on two lines. */
const signature = new RegExp(
  String.raw`^(?:[^\n]{0,99}[^\p{L}\s]\s*\n)?(?:[Ee]u[re]+|[Dd]eine?)\s+${name}$`,
  'u',
);
/** Texts that end a letter or an article: a greeting, a signature, a postscript, a notice or a line. */
const closings = [
  greeting,
  new RegExp(`^[—–] ?${name}$|^${name} x{1,4}$`, 'u'),
  signature,
  /^(?:P\. ?){1,3}S\.[^]{0,300}$|^P{1,3}S(?:[.:]\s|\s(?=\p{Lu}))[^]{0,300}$/u,
  /^Thank(?:s| you) (?:so much )?for reading(?:,? and [^.!;:\n]{0,40}|,? this \p{L}{1,20})?[.!…]?$/u,
  /^[^]{0,200}(?:unsubscribe|newsletter ab(?:bestellen|melden)|darse de baja)[^]{0,200}$/iu,
  /^(?:[-*_] ?){3,}$/u,
];

/** Whether a block is a closing, or the name below the greeting before it. */
export function isClosing(content: string, { start, end }: Span, before?: Span): boolean {
  if (end - start > 500) return false;
  const text = wordsOf(content, start, end);
  const isSigned = before !== undefined && end - before.start <= 200;
  return (
    closings.some((closing) => closing.test(text)) ||
    isDisclosure(text) ||
    (isSigned && [greeting, signature].some((each) => each.test(wordsOf(content, before.start, end))))
  );
}

/** Returns the text without marks around it. A tag counts as a line end. */
function wordsOf(content: string, start: number, end: number): string {
  const lines = content.slice(start, end).replace(/<\/?[a-z][^<>]{0,99}>/giu, '\n');
  return lines.replace(/^[*_\s]+(?=\p{L})|(?<=[\p{L}.!,])[*_\s]+$/gu, '');
}
