import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { startServer, type LinkweftServer } from '#e2e/harness/server.ts';
import { corpusCases, cutCase, type CorpusCase } from '#provider/corpus/corpus-cases.ts';

import type { Row } from './table.ts';
import { goalRows, caseRow, fitRow, type CaseOutcome, type Figures } from './weave-figures.ts';
import { startPlayedProvider, tokensPerSecond, type PlayedProvider } from './weave-played.ts';
import { measureProvider } from './weave-provider.ts';
import { longestContent, saveLinksOf, warmUp, weaveOnce } from './weave-run.ts';

const isQuick = process.argv.includes('--quick');
const asksProvider = process.argv.includes('--provider');
const mayAsk = process.argv.includes('--yes');

/** The first is the default model. The longest article fits the window of the second in both protocols. */
const models = ['gpt-4', 'claude-sonnet-4-5'] as const;
const protocols = ['edits', 'rewrite'] as const;
type Protocol = (typeof protocols)[number];
/**
 * Edits are played at the speed of a model. Whole texts are played faster, because those of a long article would take
 * half an hour.
 */
const speeds = { edits: 1, rewrite: isQuick ? 40 : 20 };
const explanation = [
  'recorded: a real answer of a model; made: one of the built-in writer with the same length (docs/weave-bench.md).',
  `Edits are played at ${tokensPerSecond} tokens a second; whole texts ${speeds.rewrite} times faster, and their times are converted to that speed.`,
  'In each pair, the first figure is for edits, the second for whole texts.',
].join('\n');
/** The time between two clicks, so that no generation waits for the start of another. */
const apartMs = 500;
const quickCases = new Set(['03', '08', '14', '17 to 1300', '23 to 4500']);

/**
 * Measures the time from the click to the versions, and the cost, for each article of the corpus in each protocol. The
 * real server calls a provider that plays recorded answers. `--quick` measures fewer articles and plays whole texts
 * faster. `--provider` measures the configured provider.
 */
export async function benchWeave(): Promise<Row[][]> {
  if (asksProvider) return [await measureProvider(isQuick, mayAsk)];
  process.stdout.write(`${explanation}\n`);
  const cases = casesToMeasure();
  const ways = models.flatMap((model) => protocols.map((protocol) => ({ model, protocol })));
  const stands: Stand[] = [];
  try {
    for (const way of ways) stands.push(await openStand(way, cases));
    const columns = await Promise.all(stands.map((stand) => measure(stand, cases)));
    return tablesOf(columns, cases);
  } finally {
    for (const stand of stands) await stand.close();
  }
}

function tablesOf(columns: readonly Awaited<ReturnType<typeof measure>>[], cases: readonly CorpusCase[]) {
  const figures = models.flatMap((model) =>
    cases.map((entry): Figures => {
      const of = (protocol: Protocol) =>
        columns.find((column) => column.model === model && column.protocol === protocol)?.outcomes.get(entry);
      return { model, entry, edits: of('edits') ?? notRun, texts: of('rewrite') ?? notRun };
    }),
  );
  return [figures.map(caseRow), columns.map(fitRow), goalRows(figures)];
}

const notRun: CaseOutcome = { run: null, refusal: 'was not asked', calls: 0 };

function casesToMeasure(): CorpusCase[] {
  const cuts = [
    { id: '17', words: 1300 },
    { id: '23', words: 4500 },
  ];
  const cut = cuts.flatMap(({ id, words }) =>
    corpusCases.filter((entry) => entry.id === id).map((entry) => cutCase(entry, words)),
  );
  const all = [...corpusCases, ...cut].toSorted((a, b) => a.words - b.words);
  return isQuick ? all.filter(({ id }) => quickCases.has(id)) : all;
}

type Way = { readonly model: (typeof models)[number]; readonly protocol: Protocol };

type Stand = Way & {
  readonly server: LinkweftServer;
  readonly provider: PlayedProvider;
  close(): Promise<void>;
};

async function openStand(way: Way, cases: readonly CorpusCase[]): Promise<Stand> {
  const provider = await startPlayedProvider(cases, speeds[way.protocol]);
  const server = await startServer({
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_MODEL: way.model,
    WEAVE_PROTOCOL: way.protocol,
  });
  const close = async () => {
    await server.stop();
    await provider.close();
  };
  return { ...way, server, provider, close };
}

/** Runs all cases at the same time, because they mostly wait for the model. */
async function measure({ model, protocol, server, provider }: Stand, cases: readonly CorpusCase[]) {
  const longest = await longestContent(server);
  const saved: (readonly string[])[] = [];
  for (const entry of cases) saved.push(await saveLinksOf(entry, server));
  await warmUp(server);
  const outcomes = await Promise.all(
    cases.map(async (entry, index): Promise<[CorpusCase, CaseOutcome]> => {
      await sleep(index * apartMs);
      const outcome = await weaveOnce(server, entry, saved[index] ?? [], speeds[protocol]);
      return [entry, { ...outcome, calls: provider.callsAbout(entry) }];
    }),
  );
  return { model, protocol, longest, outcomes: new Map(outcomes) };
}
