import { ProblemError } from '#core/errors/problem-messages.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { Link } from '#core/links/link.ts';
import type { Spending } from '#server/orders/spending.ts';

import { createMoney } from '#cli/writer/money.ts';
import { openPaidAnswers } from '#cli/writer/paid-answers.ts';
import { createRecordedModel } from '#cli/writer/recorded-model.ts';
import { openModel, writeJob, type Writer } from '#cli/writer/writer.ts';

import type { Produced } from './weave-files.ts';
import { chooseLinks, planText, weaveText, type NamedText, type WeaveSettings } from './weave-text.ts';

type Work = {
  readonly links: readonly Link[];
  readonly settings: WeaveSettings;
  readonly writer: Writer;
  /** The folder of the paid answers. */
  readonly answersFolder: string;
  /** Aborted: running calls end at once. */
  readonly signal: AbortSignal;
};

/** Answers of the last day count as spent, so that a run that is started again does not get its money twice. */
const day = 24 * 60 * 60 * 1000;

/** Opens the writer of this process. It makes each call once, and no call that may exceed the budget. */
export async function openWriterHere({ links, settings, writer, answersFolder, signal }: Work) {
  const paid = settings.version === null ? null : await openPaidModel(writer, answersFolder);

  async function produce(text: NamedText): Promise<Produced> {
    const requests: CompletionRequest[] = [];
    const onCall = (request: CompletionRequest) => void requests.push(request);
    const spendings: Spending[] = [];
    const choice = await chooseLinks(text.content, links, settings, writer.terms);
    const plan = planText(text, choice, settings, writer.terms);
    try {
      const woven = await weaveText(plan, settings, (job) => {
        const written = writeJob(job, { budget: null, model: paid?.model ?? null, onCall }, signal);
        spendings.push(written.spending);
        return written.steps;
      });
      return { woven, usage: spendings[0]?.usage() ?? null };
    } catch (failure) {
      // An answer that is of no use is asked again by the next run.
      if (failure instanceof ProblemError && !signal.aborted) await paid?.answers.forget(requests);
      throw failure;
    }
  }

  return { produce, spent: () => paid?.money.spent() ?? 0, calls: () => paid?.calls() ?? 0 };
}

/** Returns the model with its answers on the disk. Null: the built-in writer writes. */
async function openPaidModel(writer: Writer, folder: string) {
  const model = await openModel(writer);
  if (model === null || writer.model === null) return null;
  let calls = 0;
  const { terms, budget } = writer;
  const answers = await openPaidAnswers(folder, `${writer.model.model} ${writer.model.baseUrl}`);
  const money = createMoney(budget, await answers.costSince(Date.now() - day));
  const onCall = () => void (calls += 1);
  const recorded = createRecordedModel({ model, terms, budget, money, answers, onCall });
  return { model: recorded, answers, money, calls: () => calls };
}
