import type { Span } from '#core/lib/helpers.ts';

const greetings =
  '[Ll]ove|[Xx]o|[Xx]oxo|[Cc]heers|[Bb]est(?: wishes)?|[Aa]ll the best|(?:[Kk]ind|[Ww]arm|[Bb]est) [Rr]egards|[Rr]egards|[Ss]incerely|' +
  '[Yy]ours(?: truly)?|[Tt]hanks|[Tt]hank you|[Tt]ake care|[Uu]ntil next time|[Ss]ee you(?: soon)?|[Tt]alk soon|' +
  '(?:[Ll]iebe|[Vv]iele|[Hh]erzliche|[Bb]este) Grüße|LG|lg|[Aa]lles Liebe|[Bb]is (?:bald|dann)|Eure?|[Uu]n abrazo|[Aa]brazos|[Bb]esos|' +
  '[Ss]aludos|[Hh]asta pronto|[Cc]on cariño|[Bb]ises|[Bb]isous|À bientôt|[Aa]micalement|[Aa] presto|[Uu]n abbraccio|[Bb]aci|' +
  '[Gg]roetjes|[Ll]iefs|[Tt]ot snel|[Aa]braços|[Bb]eijos|[Aa]té breve|[Pp]ozdrawiam|[Kk]ram|[Hh]älsningar';
const name = String.raw`\p{Lu}[\p{L}.'’-]{0,20}(?: (?:(?:and|&|und|y) )?\p{Lu}[\p{L}.'’-]{0,20}){0,2}`;
/** A greeting, and who sends it: a name, or a single word in lower case. */
const greeting = new RegExp(
  String.raw`^(?:${greetings})[,!.…]?\s*(?:(?:[\n\r]|(?<=,\s*))(?:(?:[Yy]our|[Ee]ure?|[Dd]eine?) )?(?:${name}|\p{Ll}{1,20}))?[.!]?$`,
  'u',
);
/** Texts that end a letter or an article: a greeting, a signature, a postscript, a notice or a line. */
const closings = [
  greeting,
  new RegExp(`^[—–] ?${name}$`, 'u'),
  /^P\. ?S\.[^]{0,300}$|^PS:\s[^]{0,300}$/u,
  /^[^]{0,200}(?:contains? affiliate links|enthält affiliate-?links|contiene enlaces de afiliad|unsubscribe|newsletter ab(?:bestellen|melden)|darse de baja)[^]{0,200}$/iu,
  /^(?:[-*_] ?){3,}$/u,
];

/** Whether a block is a closing, or the name below the greeting before it. */
export function isClosing(content: string, { start, end }: Span, before?: Span): boolean {
  if (end - start > 500) return false;
  const text = wordsOf(content, start, end);
  const isSigned = before !== undefined && end - before.start <= 200;
  return (
    closings.some((closing) => closing.test(text)) ||
    (isSigned && greeting.test(wordsOf(content, before.start, end)))
  );
}

/** Returns the text without marks around it. A tag counts as a line end. */
function wordsOf(content: string, start: number, end: number): string {
  const lines = content.slice(start, end).replace(/<\/?[a-z][^<>]{0,99}>/giu, '\n');
  return lines.replace(/^[*_\s]+(?=\p{L})|(?<=[\p{L}.!,])[*_\s]+$/gu, '');
}
