import { costOf, estimateTokens } from '#core/limits/tokens.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { CorpusCase } from '#provider/corpus/corpus-cases.ts';
import type { Judgement, LinkCounts } from '#provider/corpus/judge-answer.ts';
import type { ModelConfig } from '#server/config/config.ts';

import { rounded, type Row } from './table.ts';
import type { Reply } from './weave-ask.ts';

export type Answered = {
  readonly model: ModelConfig;
  readonly form: string;
  readonly entry: CorpusCase;
  readonly prompt: Prompt;
  readonly reply: Reply;
  readonly judgement: Judgement;
};

/** Returns the figures of a model in one protocol over all links and texts. */
export function providerRow(model: ModelConfig, form: string, answers: readonly Answered[]): Row {
  const links = (of: keyof LinkCounts) => sum(answers.map(({ judgement }) => judgement.links[of]));
  const tokens = answers.map(tokensOf);
  const usage = {
    inputTokens: sum(tokens.map(({ inputTokens }) => inputTokens)),
    outputTokens: sum(tokens.map(({ outputTokens }) => outputTokens)),
  };
  const words = sum(answers.map(({ entry }) => entry.words));
  const failed = answers.filter(({ reply }) => reply.failure !== '');
  return {
    model: model.model,
    protocol: form,
    answers: answers.length,
    failed: failed.length,
    'links wanted': links('wanted'),
    exact: links('exact'),
    mended: links('mended'),
    'url changed': links('changed'),
    dropped: links('dropped'),
    repeated: links('repeated'),
    invented: links('invented'),
    'lost with a version': links('lost'),
    'words altered %': perVersion((name) => share(answers, name, 'words')),
    'sentences altered %': perVersion((name) => share(answers, name, 'sentences')),
    'tokens in': usage.inputTokens,
    'tokens out': usage.outputTokens,
    'out per word': rounded(usage.outputTokens / Math.max(1, words)),
    'seconds, mean': rounded(sum(answers.map(({ reply }) => reply.seconds)) / Math.max(1, answers.length), 1),
    'cost $': model.price === null ? '-' : rounded(costOf(usage, model.price), 4),
  };
}

function tokensOf({ reply, prompt }: Answered) {
  return (
    reply.usage ?? {
      inputTokens: estimateTokens(prompt.system) + estimateTokens(prompt.user),
      outputTokens: estimateTokens(reply.text),
    }
  );
}

/** Returns the share of the author's words or sentences that are gone or changed in these versions, in percent. */
function share(answers: readonly Answered[], name: VersionName, of: 'words' | 'sentences'): number {
  const reports = answers.flatMap(({ judgement }) => judgement.versions[name] ?? []);
  const total = sum(reports.map((report) => (of === 'words' ? report.wordsTotal : report.sentencesTotal)));
  const changed = sum(
    reports.map((report) =>
      of === 'words' ? report.wordsChanged : report.sentencesTotal - report.sentencesKept,
    ),
  );
  return total === 0 ? Number.NaN : (changed / total) * 100;
}

/** Formats the values of safe, exploratory and experimental. */
function perVersion(of: (name: VersionName) => number): string {
  return versionNames.map((name) => of(name).toFixed(1)).join(' / ');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
