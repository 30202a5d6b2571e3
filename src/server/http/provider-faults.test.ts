import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { allowanceSchema } from '#contract/visitor.ts';
import { generationEventSchema, receivedGeneration } from '#contract/generation-events.ts';
import { generationSchema } from '#contract/generations.ts';
import { linkSchema } from '#contract/links.ts';
import { problemSchema } from '#contract/problem.ts';
import { problemMessages } from '#core/errors/problem-messages.ts';
import { streamed } from '#provider/completion-steps.ts';
import type { Fault } from '#provider/faults/fault.ts';
import {
  expectOutcome,
  faultContent,
  faultLink,
  faultOptions,
  faultReply,
  secretKey,
  type FaultResult,
} from '#provider/faults/fault-sample.ts';
import { faultPerOutcome } from '#provider/faults/faults.ts';
import { openFault, type FaultySite } from '#provider/faults/open-fault.ts';
import { startProvider } from '#provider/provider.ts';
import { createOpenAiModel, type ChatModel } from '#server/model/chat-model.ts';
import { openTestApp } from '#server/test-app.ts';

/** The body of a failed generation that was sent as one answer. It contains the versions that were finished. */
const generationProblemSchema = z.extend(problemSchema, { generation: z.optional(generationSchema) });

function modelAt({ baseUrl }: { readonly baseUrl: string }, isSilent: boolean): ChatModel {
  const settings = { baseUrl, apiKey: secretKey, model: 'gpt-4', temperature: 0.7 };
  return createOpenAiModel(settings, faultOptions(isSilent));
}

/** A second pair of requests is refused until the orders of the first pair are settled. */
const limits = {
  OPENAI_API_KEY: secretKey,
  BUDGET_DAILY_USD: '1000',
  LIMIT_GENERATIONS_PER_DAY: '20',
  LIMIT_RUNNING_PER_WORKSPACE: '2',
};

async function serve(site: FaultySite, { isSilent }: Fault) {
  let current = modelAt(site, isSilent);
  const { app, database } = await openTestApp({
    model: { write: (job, signal) => current.write(job, signal) },
    environment: limits,
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const { id } = linkSchema.parse(
    (await app.inject({ method: 'POST', url: '/api/links', payload: faultLink })).json(),
  );
  return {
    app,
    ask: (accept: string) => ask(origin, id, accept),
    /** Returns the sums of the budget after all requests, and the allowance of the visitor. */
    async books() {
      const { spent, reserved } = await database.query
        .selectFrom('budgets')
        .select(['spent', 'reserved'])
        .executeTakeFirstOrThrow();
      const { leftToday } = allowanceSchema.parse((await app.inject('/api/allowance')).json());
      return { isSpent: spent > 0, reserved, leftToday };
    },
    /** Makes the provider work. Replaces an unreachable one. */
    async repair() {
      site.provider?.answerWith(streamed(faultReply));
      const healthy = site.provider ?? (await startProvider(streamed(faultReply)));
      current = modelAt(healthy, false);
      return site.provider === null ? healthy : null;
    },
  };
}

async function ask(origin: string, linkId: string, accept: string): Promise<FaultResult> {
  const response = await fetch(`${origin}/api/generations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ content: faultContent, linkIds: [linkId] }),
  });
  const raw = await response.text();
  if (accept !== 'application/json') expect({ status: response.status, raw }).toMatchObject({ status: 200 });
  return accept === 'application/json' ? toldAtOnce(response.ok, raw) : toldInStream(raw);
}

function toldAtOnce(isOk: boolean, raw: string): FaultResult {
  if (isOk) return { code: null, detail: '', generation: generationSchema.parse(JSON.parse(raw)), raw };
  const { code, detail, generation } = generationProblemSchema.parse(JSON.parse(raw));
  return { code, detail, generation: generation ?? null, raw };
}

function toldInStream(raw: string): FaultResult {
  const last = raw
    .match(/^data: .*$/gmu)
    ?.at(-1)
    ?.slice(6);
  const event = generationEventSchema.parse(JSON.parse(last ?? 'null'));
  if (event.type !== 'problem' && event.type !== 'result') throw new Error('The stream was cut off.');
  const generation =
    event.generation === undefined ? null : receivedGeneration(event.generation, faultContent);
  const { code, detail } = event.type === 'problem' ? event : { code: null, detail: '' };
  return { code, detail, generation, raw };
}

test.concurrent.for(faultPerOutcome)(
  'the server reports $fault.name, $way, correctly',
  async ({ fault, way }) => {
    const site = await openFault(fault, way, faultReply);
    const server = await serve(site, fault);
    const outcome = fault.outcome[way];
    const results = await Promise.all([server.ask('text/event-stream'), server.ask('application/json')]);
    for (const each of results) {
      expectOutcome(each, outcome);
      if (outcome.code === 'provider-output-limit')
        expect(each.detail).toMatch(
          /^The AI model (?:wrote out the whole text|reached its length limit|repeated itself)/,
        );
      else if (outcome.code !== null)
        expect(each.detail).toBe(outcome.message ?? problemMessages[outcome.code]);
    }
    const calls = site.provider?.calls ?? [];
    expect(calls.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(results.length);
    // A refused parameter is remembered, so the second request may leave it out at once.
    if (outcome.code === null && outcome.calls > 1)
      expect(calls.length).toBeLessThanOrEqual(outcome.calls * results.length);
    else if (site.provider !== null) expect(calls).toHaveLength(outcome.calls * results.length);
    expect(site.strayCalls).toEqual([]);

    const leftToday = outcome.writes ? 20 - results.length : 20;
    expect(await server.books()).toEqual({ isSpent: fault.isPaid, reserved: 0, leftToday });

    const spare = await server.repair();
    const again = await Promise.all([server.ask('text/event-stream'), server.ask('application/json')]);
    expect(again.map(({ code }) => code)).toEqual([null, null]);
    await close(server.app, site);
    await spare?.close();
  },
);

async function close(app: FastifyInstance, site: FaultySite): Promise<void> {
  await app.close();
  await site.close();
}
