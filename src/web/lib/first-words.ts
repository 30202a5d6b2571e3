/** The beginning of a line without its Markdown marks: up to 40 characters, and the end of the word. */
const beginning = /^[#>*\s-]*(?<words>.{0,40}\S{0,40})/u;

/** Returns the first words of a text. An endless word is cut. */
export function firstWords(text: string): string {
  return beginning.exec(text.trim())?.groups?.['words'] ?? '';
}
