import { partNames } from '#core/built-in-writer/offer/offer.ts';
import type { Offer, PartName } from '#core/built-in-writer/offer/offer.ts';

import { slotsOf } from './render.ts';

/** How much a sentence gains by telling a part. */
const worth: Readonly<Record<PartName, number>> = {
  does: 5,
  to: 5,
  against: 5,
  about: 5,
  for: 4,
  who: 4,
  object: 4,
  is: 3.5,
  with: 3,
  as: 2.5,
  plus: 2,
  call: 3,
  note: 1,
};

/** Parts that say the same in two ways; telling one tells the other. */
const twins: Readonly<Partial<Record<PartName, PartName>>> = { object: 'for', for: 'object' };

/** A number from 0 to 1 that is always the same for one text: it varies the wording from link to link. */
export function chance(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0;
  return (hash % 1000) / 1000;
}

/** How much of the offer a template tells; minus infinity where a part is lacking or told already. */
export function scoreOf(template: string, offer: Offer, told: ReadonlySet<PartName>): number {
  if (startsSmall(template, offer)) return -Infinity;
  let score = template.includes('full}')
    ? [...offer.inRest].reduce((sum, part) => sum + worth[part] * 0.7, 0.2)
    : 0;
  for (const slot of slotsOf(template)) {
    if (offer.parts[slot] === undefined || told.has(slot)) return -Infinity;
    score += worth[slot];
  }
  return score;
}

/** The parts of the offer that a template tells. */
export function toldBy(template: string, offer: Offer): Set<PartName> {
  const told = new Set<PartName>(slotsOf(template));
  if (template.includes('full}')) for (const part of offer.inRest) told.add(part);
  for (const part of told) {
    const twin = twins[part];
    if (twin !== undefined) told.add(twin);
  }
  return told;
}

export function strongest(template: string): number {
  return Math.max(0, ...[...slotsOf(template)].map((slot) => worth[slot]));
}

/** A sentence that begins with a number or a small letter is easily read as a part of the one before it. */
function startsSmall(template: string, offer: Offer): boolean {
  const slot = /^¿?\{(\p{Lu}\w+)\}/u.exec(template)?.[1]?.toLowerCase();
  if (slot === undefined) return false;
  const part = partNames.find((name) => name === slot);
  const words = part === undefined ? offer.before + offer.anchor : (offer.parts[part] ?? '');
  return !/^\p{L}/u.test(words) || /^\p{Ll}\p{Lu}/u.test(words);
}
