/** Why there is nothing to ask about, in the words of the button's tooltip; null when there is. */
export function reasonNotToSuggest(content: string): string | null {
  return content.trim() === '' ? 'Add some content to see which of your links fit it' : null;
}
