/** Returns whether an `Accept-Language` header names German before English. Other languages get the English page. */
export function prefersGerman(accepted = ''): boolean {
  const known = accepted.split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const quality = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
    const [language = ''] = tag.split('-');
    return quality > 0 && ['de', 'en'].includes(language) ? { language, quality } : [];
  });
  const [first] = known.toSorted((a, b) => b.quality - a.quality);
  return first?.language === 'de';
}
