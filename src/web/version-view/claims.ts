import type { Claim, ClaimKind } from '#core/edits/edit.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';

const claimWords = {
  experience: 'about you',
  price: 'a price',
  figure: 'a figure',
  superlative: 'a superlative',
  health: 'about health',
} as const satisfies Record<ClaimKind, EnglishText>;

/** A longer claim is cut. The whole one stands in the version. In UTF-16 units. */
const longestClaim = 60;

/** Returns what to do about a claim: `Check this claim: “It costs $30.” (a price)`. */
export function messageOfClaim({ kind, text }: Claim): string {
  const words = text.trim();
  const shown =
    words.length <= longestClaim ? words : `${words.slice(0, longestClaim).replace(/\s\S*$/u, '')}…`;
  return t('Check this claim: “{text}” ({kind})', { text: shown, kind: t(claimWords[kind]) });
}
