import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod/mini';

import type { ModelPiece } from '#core/generation/generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';

import { hashOf, readRecord, writeWhole } from '#cli/files/text-file.ts';

const tokens = { inputTokens: z.number(), outputTokens: z.number() };
const pieceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answer') }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('unread'), text: z.string() }),
  z.object({ type: z.literal('usage'), ...tokens }),
]);

const callSchema = z.object({
  /** When the call began, in milliseconds since 1970. */
  at: z.number(),
  /** In the unit of the budget. While the call runs, the most that it can cost. */
  cost: z.number(),
  /** The whole answer. Null: the call runs, failed, or its process was killed. */
  pieces: z.nullable(z.array(pieceSchema)),
});

type PaidCall = z.infer<typeof callSchema>;

/** All calls that were made for a folder, so that none is paid twice. */
export type PaidAnswers = {
  /** Returns null if this call was never made. */
  find(request: CompletionRequest): Promise<PaidCall | null>;
  /** Resolves when the call is on the disk. */
  put(request: CompletionRequest, call: PaidCall): Promise<void>;
  /** Forgets the answers to these calls if each has one, so that they are asked again. Their cost stays. */
  forget(requests: readonly CompletionRequest[]): Promise<void>;
  /** Returns what the calls since this time have cost, in milliseconds since 1970. */
  costSince(time: number): Promise<number>;
};

/**
 * Opens the answers in a folder.
 *
 * @param model its name and address, because each model has its own answers
 */
export async function openPaidAnswers(folder: string, model: string): Promise<PaidAnswers> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = ({ prompt, maxOutputTokens }: CompletionRequest) =>
    path.join(folder, `${hashOf(JSON.stringify([model, prompt.system, prompt.user, maxOutputTokens]))}.json`);
  const find = (request: CompletionRequest) => readCall(fileOf(request));
  const put = (request: CompletionRequest, call: PaidCall) =>
    writeWhole(fileOf(request), JSON.stringify(call), { mode: 0o600 });
  return {
    find,
    put,
    async forget(requests) {
      const known = await Promise.all(requests.map(find));
      if (known.some((call) => call === null || call.pieces === null)) return;
      for (const [index, request] of requests.entries()) {
        const call = known[index];
        if (call) await put(request, { ...call, pieces: null });
      }
    },
    async costSince(time) {
      let sum = 0;
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name);
        // What a killed process left half written.
        if (name.endsWith('.tmp')) await rm(file, { force: true });
        const call = name.endsWith('.json') ? await readCall(file) : null;
        if (call !== null && call.at >= time) sum += call.cost;
      }
      return sum;
    },
  };
}

function readCall(file: string): Promise<PaidCall | null> {
  return readRecord(file, callSchema);
}

/** Joins neighbouring texts, because the network decides where they are cut. */
export function addPiece(pieces: ModelPiece[], piece: ModelPiece): void {
  const last = pieces.at(-1);
  if (piece.type === 'text' && last?.type === 'text')
    pieces.splice(-1, 1, { type: 'text', text: last.text + piece.text });
  else pieces.push(piece);
}
