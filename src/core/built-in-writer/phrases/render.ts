import { writeMarkup } from '#core/markup/link-markup.ts';
import { partNames } from '#core/built-in-writer/offer/offer.ts';
import type { Offer, PartName } from '#core/built-in-writer/offer/offer.ts';

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
export function weave(template: string, offer: Offer, url: string): string {
  let woven = '';
  let from = 0;
  for (const match of template.matchAll(piece)) {
    woven += template.slice(from, match.index);
    from = match.index + match[0].length;
    const [, slot, forms] = match;
    const name = slot?.toLowerCase();
    const starts = slot !== undefined && slot !== name;
    if (forms !== undefined) woven += formOf(forms, offer);
    else if (name === 'np' || name === 'full') {
      woven += starts && offer.before !== '' ? capital(offer.before) : offer.before;
      woven += writeMarkup(starts && offer.before === '' ? capital(offer.anchor) : offer.anchor, url);
      woven += name === 'full' ? `${offer.behind}${offer.rest}` : offer.behind;
    } else {
      const part = partNames.find((known) => known === name);
      const words = (part === undefined ? undefined : offer.parts[part]) ?? '';
      woven += starts ? capital(words) : words;
    }
  }
  woven += template.slice(from);
  return woven;
}

function formOf(forms: string, offer: Offer): string {
  const all = forms.split('|');
  return all[all.length > 2 ? offer.agreement.four : offer.agreement.two] ?? '';
}

/** A capital at the start, save for names that begin small on purpose, as in "iPhone" and "pH". */
function capital(text: string): string {
  return /^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toLocaleUpperCase('en') + text.slice(1);
}
