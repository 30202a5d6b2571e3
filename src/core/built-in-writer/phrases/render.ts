import { writeMarkup } from '#core/markup/link-markup.ts';
import { partNames } from '#core/built-in-writer/offer/offer.ts';
import type { Offer, PartName } from '#core/built-in-writer/offer/offer.ts';

/** New text around one link. The link is kept apart, so that nothing ever cuts or changes it. */
export type Woven = { readonly before: string; readonly link: string; readonly after: string };

const piece = /\{(\w+)\}|\(([^()]*\|[^()]*)\)/g;

/** The parts of the description that a template needs. */
export function slotsOf(template: string): ReadonlySet<PartName> {
  const slots = new Set<PartName>();
  for (const [, name] of template.matchAll(/\{(\w+)\}/g)) {
    const part = partNames.find((known) => known === name?.toLowerCase());
    if (part !== undefined) slots.add(part);
  }
  return slots;
}

/** Fills a template. `template` may hold several sentences, but the link only once. */
export function weave(template: string, offer: Offer, url: string): Woven {
  let before = '';
  let after = '';
  let link = '';
  let from = 0;
  const add = (text: string) => {
    if (link === '') before += text;
    else after += text;
  };
  for (const match of template.matchAll(piece)) {
    add(template.slice(from, match.index));
    from = match.index + match[0].length;
    const [, slot, forms] = match;
    const name = slot?.toLowerCase();
    const starts = slot !== undefined && slot !== name;
    if (forms !== undefined) add(formOf(forms, offer));
    else if (name === 'np' || name === 'full') {
      add(starts && offer.before !== '' ? capital(offer.before) : offer.before);
      link = writeMarkup(starts && offer.before === '' ? capital(offer.anchor) : offer.anchor, url);
      add(name === 'full' ? `${offer.behind}${offer.rest}` : offer.behind);
    } else {
      const part = partNames.find((known) => known === name);
      const words = (part === undefined ? undefined : offer.parts[part]) ?? '';
      add(starts ? capital(words) : words);
    }
  }
  add(template.slice(from));
  return { before, link, after };
}

function formOf(forms: string, offer: Offer): string {
  const all = forms.split('|');
  return all[all.length > 2 ? offer.agreement.four : offer.agreement.two] ?? '';
}

/** A capital at the start, save for names that begin small on purpose, as in "iPhone" and "pH". */
function capital(text: string): string {
  return /^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toLocaleUpperCase('en') + text.slice(1);
}
