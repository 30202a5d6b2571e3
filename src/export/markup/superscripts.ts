/** Signs by the plain words that they stand for. Only numbers: letters are hard to read so small. */
const raised = bySmallSign('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ™℠');
const lowered = bySmallSign('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎');
const fractions = bySmallSign('½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒');

function bySmallSign(signs: string): ReadonlyMap<string, string> {
  return new Map(Array.from(signs, (sign) => [sign.normalize('NFKC'), sign]));
}

/**
 * Writes superscripts and subscripts as characters that keep their meaning in plain text: `m²`, `H₂O`, `2½`. Where no
 * such character exists, the element stays, unless it only has a sign (`®`) or the ending of a number (`4th`).
 */
export function writeSuperscripts(root: HTMLElement): void {
  for (const element of root.querySelectorAll('sup, sub')) {
    if (element.querySelector('sup, sub, a[href], img, br, footnote-mark') !== null) continue;
    const text = element.textContent;
    const words = text.trim();
    const written =
      writeFraction(element, words) ??
      writeSmall(words, element.localName === 'sup' ? raised : lowered) ??
      (isPlain(element, words) ? words : null);
    if (written !== null) element.replaceWith(text.replace(words, () => written));
  }
}

/** Returns the sign of a fraction such as `<sup>1</sup>/<sub>2</sub>`, and removes all but the first element. */
function writeFraction(upper: Element, words: string): string | null {
  const bar = upper.nextSibling;
  if (upper.localName !== 'sup' || !(bar instanceof Text) || !/^\s*[/⁄]\s*$/u.test(bar.data.slice(0, 9)))
    return null;
  const lower = bar.nextSibling;
  if (!(lower instanceof Element) || lower.localName !== 'sub') return null;
  const sign = fractions.get(`${words}⁄${lower.textContent.trim()}`) ?? null;
  if (sign !== null) {
    bar.remove();
    lower.remove();
  }
  return sign;
}

function writeSmall(words: string, signs: ReadonlyMap<string, string>): string | null {
  const whole = signs.get(words);
  if (whole !== undefined) return whole;
  if (/^\p{L}+$/u.test(words)) return null;
  const written = Array.from(words.replace(/[-‐–]/gu, '−'), (sign) => signs.get(sign));
  return written.includes(undefined) ? null : written.join('');
}

function isPlain(element: Element, words: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(words)) return true;
  return /^\p{L}{2,4}$/u.test(words) && /\d$/u.test((element.previousSibling?.textContent ?? '').slice(-1));
}
