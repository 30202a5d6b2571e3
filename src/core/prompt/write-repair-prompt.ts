import { markerLinesFor } from '#core/reply/marker-line.ts';
import { versionNames, type VersionName } from '#core/edits/version.ts';

import { contentLines, descriptionLines, oneLine, shortSystem, type LabelledLink } from './prompt-parts.ts';
import type { Prompt } from './write-prompt.ts';

export type RepairTask = {
  readonly content: string;
  /** Passages that may fit the links, with numbered sentences. */
  readonly shown: string;
  /** The links that each version lacks. */
  readonly missing: Readonly<Record<VersionName, readonly LabelledLink[]>>;
};

const manners: Readonly<Record<VersionName, string>> = {
  safe: "in the author's voice",
  exploratory: 'with some colour',
  experimental: 'bold and playful',
};

/** Writes the short request for the missing links, each for the versions that lack it. */
export function writeRepairPrompt({ content, shown, missing }: RepairTask): Prompt {
  const markers = markerLinesFor(content);
  const links = new Map(
    versionNames.flatMap((name) => missing[name].map((labelled) => [labelled.label, labelled] as const)),
  );
  const user = [
    ...contentLines(content, shown),
    'LINKS:',
    ...descriptionLines([...links.values()]),
    insertions([...links.keys()][0] ?? 'L1'),
    'Output only this:',
    ...versionNames.flatMap((name) => {
      const labels = missing[name].map(({ label }) => label).join(', ');
      return labels === '' ? [] : [markers[name], `<INSERT of ${labels}, ${manners[name]}>`];
    }),
  ].join('\n');
  return { system: shortSystem, user };
}

export type AgainTask = {
  readonly content: string;
  readonly shown: string;
  readonly version: VersionName;
  readonly links: readonly LabelledLink[];
  /** Wordings that the user has seen and does not want. */
  readonly avoid: readonly string[];
};

const avoidedLength = 300;

/** Writes the request to add links to one version again, in other words. */
export function writeAgainPrompt({ content, shown, version, links, avoid }: AgainTask): Prompt {
  const seen = avoid.map((text) => `not: ${JSON.stringify(oneLine(text).slice(0, avoidedLength))}`);
  const user = [
    ...contentLines(content, shown),
    'LINKS:',
    ...descriptionLines(links),
    insertions(links[0]?.label ?? 'L1'),
    `The manner: ${manners[version]}.`,
    ...(seen.length === 0 ? [] : ['Choose other words than these, and another anchor text:', ...seen]),
    'Output only this:',
    markerLinesFor(content)[version],
    `<INSERT of ${links.map(({ label }) => label).join(', ')}>`,
  ].join('\n');
  return { system: shortSystem, user };
}

function insertions(label: string): string {
  return (
    `Write each link as a line "INSERT n: text": 1-2 new sentences right behind sentence n, where it fits best, ` +
    `in the content's language, with [[anchor of 2-4 words]]((${label})) in them: the link's label, never a url.`
  );
}
