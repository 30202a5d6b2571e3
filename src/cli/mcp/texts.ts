import { formatOf } from '#core/document/text-format.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Link } from '#core/links/link.ts';
import { relinkEdits } from '#core/relink/relink-edits.ts';
import { relinkOffers } from '#core/relink/relink-offers.ts';

import { outcomeOf, writeChecked } from '#cli/weave/write-checked.ts';

import { ServerError } from './server-api.ts';

/** What became of a link. Addresses are not in it: only the text has them. */
type LinkOutcome = {
  readonly id: string;
  readonly host: string;
} & ReturnType<typeof outcomeOf>;

/** A text with its proof. */
export type ProvenText = {
  readonly text: string;
  readonly report: {
    readonly links: readonly LinkOutcome[];
    readonly sentencesAdded: number;
    readonly sentencesRewritten: number;
    readonly sentencesKept: number;
    readonly sentencesTotal: number;
    /** New words that say what neither the text nor a description tells. */
    readonly claimsToCheck: readonly string[];
    /** The written text was read once more: each address in it is exactly a saved one or one of the author's own. */
    readonly addressesAreExact: true;
  };
};

const style = { relation: 'sponsored nofollow', disclosure: false } as const;

/** Returns a version in the format of its content. Throws when an address in it is not exact. */
export function proveVersion(
  content: string,
  generation: FinishedGeneration,
  version: VersionName,
): ProvenText {
  const urls = generation.links.map(({ url }) => url);
  const edits = generation.edits[version];
  const report = generation.report[version];
  const edited = { content, format: formatOf(content), edits, urls, reports: report.links };
  return {
    text: prove(edited),
    report: {
      links: report.links.map((link) => ({
        id: link.linkId,
        host: hostOf(link.url),
        ...outcomeOf(link),
      })),
      sentencesAdded: report.sentencesAdded,
      sentencesRewritten: report.sentencesRewritten,
      sentencesKept: report.sentencesKept,
      sentencesTotal: report.sentencesTotal,
      claimsToCheck: report.claims.map(({ text }) => text),
      addressesAreExact: true,
    },
  };
}

/** Throws a `ServerError` that has no address: only a finished text has one. */
function prove(edited: Parameters<typeof writeChecked>[0]): string {
  try {
    return writeChecked(edited, style);
  } catch (cause) {
    const message =
      'The links cannot stand exactly as saved in this text, or it has signs that would not be kept. Nothing was changed.';
    throw new ServerError(message, { cause });
  }
}

/**
 * Exchanges own links of a text by saved links that lead to the same page or product. `withForeign`: also links that pay
 * somebody else. No word changes. Throws when an address is not exact.
 */
export function exchangeLinks(content: string, links: readonly Link[], withForeign: boolean) {
  const offers = relinkOffers(content, links, []);
  const taken = offers.filter(({ isForeign }) => withForeign || !isForeign);
  const edits = relinkEdits(content, taken);
  const byUrl = new Set(edits.flatMap(({ relink }) => relink?.url ?? []));
  const edited = { content, format: formatOf(content), edits, urls: [], reports: [] };
  return {
    text: prove(edited),
    exchanged: taken
      .filter(({ url }) => byUrl.has(url))
      .map(({ url, source, reason, places }) => ({
        id: 'linkId' in source ? source.linkId : '',
        host: hostOf(url),
        reason,
        places: places.length,
      })),
    notExchangedBecauseTheyPaySomebodyElse: offers.length - taken.length,
    addressesAreExact: true,
  };
}

/** Returns the host of an address, without the rest, which has the user's tags. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
