import type { Span } from '#core/lib/helpers.ts';

/** Greetings at the end of a letter or a post, by language. `*` stands for letters of a word. */
const phrases = [
  'love, much love, with love, lots of love, all my love, x, xx, xxx, xo, xoxo, cheers, best, best wishes, all the best',
  'regards, kind regards, warm regards, best regards, warmly, sincerely, hugs, big hugs, yours, yours truly, take care',
  'thanks, thank you, thanks so much, thank you so much, until then, until next *, see you, see you soon, see you then',
  'see you next *, talk soon, talk to you soon, talk next *, stay safe, stay well, stay tuned, stay curious, happy *ing',
  'liebe grüße, ganz liebe grüße, liebe grüße aus *, viele grüße, herzliche grüße, beste grüße, mit freundlichen grüßen',
  "LG, lg, herzlichst, alles liebe, macht’s gut, macht's gut, macht es gut, bis bald, bis dann, bis nächste woche",
  'bis zum nächsten mal, viel spaß, viel spaß beim *, viel freude, viel erfolg, eur, eure, euer',
  'un abrazo, un fuerte abrazo, un abrazo enorme, abrazos, un beso, besos, saludos, hasta pronto, hasta la próxima',
  'nos leemos, nos vemos, con cariño, bises, bisous, à bientôt, amicalement, a presto, un abbraccio, baci, groetjes, liefs',
  'tot snel, abraços, beijos, até breve, pozdrawiam, kram, hälsningar',
];
const greetings = phrases
  .flatMap((line) => line.split(', '))
  .map((phrase) =>
    phrase
      .replace(
        /\p{L}+/gu,
        ([first = '', ...rest]) => `[${first.toLowerCase()}${first.toUpperCase()}]${rest.join('')}`,
      )
      .replace('*', String.raw`\p{L}{2,15}`),
  )
  .join('|');
const name = String.raw`\p{Lu}[\p{L}.'’-]{0,20}(?: (?:(?:and|&|und|y) )?\p{Lu}[\p{L}.'’-]{0,20}){0,2}`;
/** A greeting, and who sends it: a name, or a single word in lower case. */
const greeting = new RegExp(
  String.raw`^¡?(?:${greetings})\s?[,!.…]?\s*(?:(?:[\n\r]|(?<=,\s*))(?:(?:[Yy]our|[Ee]ure?|[Dd]eine?) )?(?:${name}|\p{Ll}{1,20})(?: x{1,4})?)?[.!]?$`,
  'u',
);
/** Texts that end a letter or an article: a greeting, a signature, a postscript, a notice or a line. */
const closings = [
  greeting,
  new RegExp(`^[—–] ?${name}$|^${name} x{1,4}$`, 'u'),
  /^(?:P\. ?){1,3}S\.[^]{0,300}$|^P{1,3}S(?::\s|\s(?=\p{Lu}))[^]{0,300}$/u,
  /^Thank(?:s| you) (?:so much )?for reading[^.!;:\n]{0,40}[.!…]?$/u,
  /^[^]{0,200}(?:contains? affiliate links|enthält affiliate-?links|contiene enlaces de afiliad|as an amazon associate,? (?:i|we) |als amazon-partner |como afiliado de amazon|unsubscribe|newsletter ab(?:bestellen|melden)|darse de baja)[^]{0,200}$/iu,
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
