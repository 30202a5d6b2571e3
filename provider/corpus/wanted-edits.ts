import { versionMarkers, versionNames, type VersionName } from '#core/edits/version-names.ts';

import { recordingOf, type CorpusCase } from './corpus-cases.ts';

/**
 * A change that a model wants to make to a content, by position, so that it can be written with the numbers of any
 * prompt. Links are `[[anchor]]((L1))`, with labels in the order of the case's links.
 */
export type WantedEdit = { readonly start: number; readonly end: number; readonly text: string };

export type WantedEdits = Readonly<Record<VersionName, readonly WantedEdit[]>>;

/** Returns the edits of the recorded answer, read with its recorded prompt. Null: there is no recording. */
export function recordedEdits(entry: CorpusCase): WantedEdits | null {
  const prompt = recordingOf('edits', entry.id, 'prompt');
  const answer = recordingOf('edits', entry.id);
  if (prompt === null || answer === null) return null;
  const units = numberedUnits(prompt, entry.content);
  const [safe, exploratory, experimental] = versionNames.map((name) =>
    readLines(sectionOf(answer, name)).map(({ action, number, text }): WantedEdit => {
      const unit = units.get(number);
      if (unit === undefined) throw new Error(`Case ${entry.id} has no sentence ${number}.`);
      return action === 'INSERT' ? { start: unit.end, end: unit.end, text } : { ...unit, text };
    }),
  );
  return { safe: safe ?? [], exploratory: exploratory ?? [], experimental: experimental ?? [] };
}

/** Returns the positions of the numbered sentences of a recorded prompt in the content. */
function numberedUnits(prompt: string, content: string) {
  const units = new Map<number, { start: number; end: number }>();
  let from = 0;
  for (const [, number = '', line = ''] of prompt.matchAll(/^\[(\d+)\] (.*)$/gmu)) {
    const text = line.trim();
    const start = content.indexOf(text, from);
    if (start < 0) throw new Error(`Sentence ${number} is not in the content: ${text}`);
    from = start + text.length;
    units.set(Number(number), { start, end: from });
  }
  return units;
}

function sectionOf(answer: string, name: VersionName): string {
  const [, behind = ''] = answer.split(`VERSION: ${versionMarkers[name]}\n`);
  return behind.split(/^VERSION: /mu)[0] ?? '';
}

function readLines(section: string) {
  return [...section.matchAll(/^(INSERT|REPLACE) (\d+): (.*)$/gmu)].map(
    ([, action, number = '', text = '']) => ({ action, number: Number(number), text: text.trim() }),
  );
}
