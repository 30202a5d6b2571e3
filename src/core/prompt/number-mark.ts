/** Signs around a number, by preference, each with what looks like one. */
const marks = [
  { open: '[', close: ']', like: /\[\d{1,6}\+?\]/u },
  { open: '{', close: '}', like: /\{\d{1,6}\+?\}/u },
  { open: '<', close: '>', like: /<\d{1,6}\+?>/u },
] as const;

/** How the numbers of sentences are written, so that none of the content's own looks like one. */
export function numberMark(content: string): (number: number | string) => string {
  const { open, close } = marks.find(({ like }) => !like.test(content)) ?? marks[0];
  return (number) => `${open}${number}${close}`;
}
