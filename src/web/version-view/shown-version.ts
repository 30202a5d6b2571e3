import type { ComponentType, ReactNode } from 'react';

import type { Claim, ClaimKind, Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionReport } from '#core/report/version-report.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';

/** A version as it is shown: as it was generated, or with the user's changes. */
export type ShownVersion = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  /** In the order of the generation's text; none overlap. */
  readonly edits: readonly Edit[];
  /** The report of exactly these edits. */
  readonly report: VersionReport;
};

/** Returns whether the built-in writer alone wrote the versions. A generation without any edit does not tell. */
export function isWithoutAi({ edits, usage }: FinishedGeneration): boolean {
  const all = Object.values(edits)
    .flat()
    .filter(({ relink }) => relink === undefined);
  return usage === null && all.length > 0 && all.every(({ by }) => by === 'built-in');
}

/** A version's edits in the order of the content, and the edits that the user has removed. */
export type EditSet = { readonly edits: readonly Edit[]; readonly removed: readonly Edit[] };

/** The user's changes of each version, which outlive a reload. */
export type KeptChanges = {
  /** Returns null if the version is as it was generated. */
  read(generation: FinishedGeneration, version: VersionName): EditSet | null;
  write(generation: FinishedGeneration, version: VersionName, now: EditSet): void;
};

/**
 * Returns what is drawn right behind an edit. It belongs to the page, not to the text. Always pass the same function,
 * because the whole text is drawn again for a new one.
 */
export type EditControls = (edit: Edit) => ReactNode;

export type EditedView = {
  readonly shown: ShownVersion;
  readonly controls?: EditControls;
  /** Undo and Redo, drawn beside the figures of the version. */
  readonly actions?: ReactNode;
  /** What the user has removed, drawn in the report. */
  readonly removed?: ReactNode;
  /** Drawn above the text, over its whole width. */
  readonly notes?: ReactNode;
  /** Puts in a link that the writer left out, by the id of the link. A link that has no place now is not in it. */
  readonly places?: ReadonlyMap<string, () => void>;
  /** Scrolls to the edit with this id and shows its tools. */
  readonly onSelect?: (editId: string) => void;
};

/** The disclosure is drawn as one more edit, at the place where it is copied. */
export type Disclosure = {
  /** The edits of the version, and the disclosure among them. */
  readonly edits: readonly Edit[];
  /** The buttons that edit the disclosure and leave it out. */
  readonly buttons: ReactNode;
};

/** The ways to AI that lead out of a result that was written without it. */
export type ToAi = {
  readonly onOpenOwnKey: () => void;
  /** Has the text of the page written again by the writer that is in use now. */
  readonly onWriteAgain: () => void;
};

/** The parts of other features in the view of a version. */
export type VersionParts = {
  /** Says that no AI has written a result. */
  readonly WithoutAi: ComponentType<ToAi>;
  /** Returns the edits of a version that is being written, and the disclosure that it will have. */
  readonly disclosed: (content: string, edits: readonly Edit[], urls: readonly string[]) => readonly Edit[];
  readonly Editor: ComponentType<{
    readonly shown: ShownVersion;
    readonly children: (edited: EditedView) => ReactNode;
  }>;
  readonly Export: ComponentType<{
    readonly shown: ShownVersion;
    /** Called with the disclosure that is copied with the version. Null: none. */
    readonly onDisclosed: (disclosure: Disclosure | null) => void;
  }>;
  /** The button that copies what was changed, for whoever approves the version. */
  readonly CopyReport: ComponentType<{ readonly shown: ShownVersion }>;
};

export const versionLabels = {
  safe: 'Safe',
  exploratory: 'Exploratory',
  experimental: 'Experimental',
} as const satisfies Record<VersionName, EnglishText>;

/** Returns how many versions are finished, such as "2 versions are ready". */
export function messageOfFinished({ unfinished }: FinishedGeneration): string {
  const finished = versionNames.length - unfinished.length;
  return finished === 1 ? t('One version is ready.') : t('{count} versions are ready.', { count: finished });
}

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
