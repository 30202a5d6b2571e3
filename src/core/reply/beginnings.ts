/** Whether a text of which only `start` has arrived may turn out to begin with one of the phrases, in whatever case. */
export function mayBeginWith(start: string, phrases: readonly string[]): boolean {
  const text = start.toLowerCase();
  return phrases.some((phrase) => phrase.startsWith(text) || text.startsWith(phrase));
}
