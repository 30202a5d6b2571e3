const copiedStyles = [
  'font',
  'letterSpacing',
  'wordSpacing',
  'lineHeight',
  'padding',
  'tabSize',
  'direction',
] as const;

/** Selects a range of a text area and brings it into view. */
export function showRange(field: HTMLTextAreaElement, start: number, end: number): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  const top = heightOf(field, field.value.slice(0, start));
  field.scrollTop = Math.max(0, top - field.clientHeight / 3);
  field.scrollIntoView({ block: 'nearest' });
}

/** Returns the height of the text in pixels. Browsers do not say where a character is, so a copy is measured. */
function heightOf(field: HTMLTextAreaElement, text: string): number {
  const copy = document.createElement('div');
  const style = getComputedStyle(field);
  for (const name of copiedStyles) copy.style[name] = style[name];
  copy.style.cssText += `;position:absolute;visibility:hidden;box-sizing:border-box;width:${field.clientWidth}px;white-space:pre-wrap;overflow-wrap:break-word`;
  const end = document.createElement('span');
  end.textContent = '\u200B';
  copy.append(text, end);
  document.body.append(copy);
  const top = end.offsetTop;
  copy.remove();
  return top;
}
