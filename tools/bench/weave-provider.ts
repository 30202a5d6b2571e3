import process from 'node:process';

import { prepareJob } from '#core/generation/prepare-job.ts';
import { largestContent } from '#core/limits/content-limit.ts';
import { costOf, inputTokensAtMost } from '#core/limits/tokens.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { corpusCases, type CorpusCase } from '#provider/corpus/corpus-cases.ts';
import { judgeAnswer } from '#provider/corpus/judge-answer.ts';
import { readConfig, type ModelConfig } from '#server/config/config.ts';

import type { Row } from './table.ts';
import { askModel, type Request } from './weave-ask.ts';
import { providerRow, type Answered } from './weave-provider-row.ts';

const sideBySide = 3;
const forms = ['edits', 'rewrite'] as const;
type Form = (typeof forms)[number];

type Question = {
  readonly model: ModelConfig;
  readonly form: Form;
  readonly entry: CorpusCase;
  readonly request: Request;
};

/**
 * Measures the configured models (OPENAI_MODEL, separated by commas) on each article of the corpus in both protocols:
 * their links and the changes to the author's text. Prints the possible cost. Sends requests only with `--yes`.
 */
export async function measureProvider(isQuick: boolean, mayAsk: boolean): Promise<Row[]> {
  const models = configuredModels();
  if (models.length === 0) {
    process.stdout.write('Set OPENAI_API_KEY or OPENAI_BASE_URL, and OPENAI_MODEL (several with commas).\n');
    return [];
  }
  const cases = isQuick ? corpusCases.filter(({ words }) => words < 700) : corpusCases;
  const questions = models.flatMap((model) =>
    forms.flatMap((form) => cases.flatMap((entry) => questionOf(model, form, entry))),
  );
  process.stdout.write(`${announcement(questions)}\n`);
  if (!mayAsk) {
    process.stdout.write('No request was sent. To send them: npm run bench weave -- --provider --yes\n');
    return [];
  }
  const answers = await askAll(questions);
  return models.flatMap((model) =>
    forms.map((form) =>
      providerRow(
        model,
        form,
        answers.filter((each) => each.model === model && each.form === form),
      ),
    ),
  );
}

function configuredModels(): ModelConfig[] {
  const names = (process.env['OPENAI_MODEL'] ?? '').split(',').map((name) => name.trim());
  return names.flatMap((name) => readConfig({ ...process.env, OPENAI_MODEL: name }).model ?? []);
}

/** Builds the request of the server. Returns an empty list for an article that the model cannot take in one call. */
function questionOf(model: ModelConfig, form: Form, entry: CorpusCase): Question[] {
  const { limits, price } = model;
  const { content, links } = entry;
  const terms = { maxContentChars: largestContent, model: limits, price, protocol: form };
  try {
    const [part, ...others] = prepareJob({ content, links }, terms).parts;
    if (part === undefined || others.length > 0 || part.maxOutputTokens === null) return [];
    const request = { prompt: part.prompt, maxOutputTokens: part.maxOutputTokens };
    return [{ model, form, entry, request }];
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}

function announcement(questions: readonly Question[]): string {
  let [inputTokens, outputTokens, dollars] = [0, 0, 0];
  let hasPrice = true;
  for (const { model, request } of questions) {
    const most = {
      inputTokens: inputTokensAtMost([request.prompt.system, request.prompt.user]),
      outputTokens: request.maxOutputTokens,
    };
    inputTokens += most.inputTokens;
    outputTokens += most.outputTokens;
    hasPrice &&= model.price !== null;
    dollars += model.price === null ? 0 : costOf(most, model.price);
  }
  const hosts = [...new Set(questions.map(({ model }) => new URL(model.baseUrl).host))].join(', ');
  const tokens = `${inputTokens.toLocaleString('en')} tokens in and ${outputTokens.toLocaleString('en')} out`;
  const cost = hasPrice ? `${dollars.toFixed(2)} US dollars` : 'at an unknown price';
  return `${questions.length} questions to ${hosts}: at most ${tokens}, ${cost}.`;
}

async function askAll(questions: readonly Question[]): Promise<Answered[]> {
  const waiting = [...questions];
  const answers: Answered[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { model, form, entry, request } = next;
      const reply = await askModel(model, request);
      const judgement = judgeAnswer(entry, reply.text);
      answers.push({ model, form, entry, reply, judgement, prompt: request.prompt });
      process.stdout.write(`  ${model.model}, ${form}, article ${entry.id} ${reply.failure}\n`);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  return answers;
}
