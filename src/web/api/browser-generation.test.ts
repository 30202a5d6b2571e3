import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { versionNames } from '#core/edits/version-names.ts';
import { testLink } from '#core/links/test-link.ts';
import { answerPrompt } from '#provider/browser-model/answer-prompt.ts';
import { installLanguageModel, type StandInOptions } from '#provider/browser-model/stand-in.ts';
import { byEnglish, german } from '#web/german/german.ts';

import { generateByBrowser } from './browser-generation.ts';
import { ApiError } from './send.ts';

const links = [
  'kettle for coffee',
  'tent for two',
  'bread knife',
  'headlamp',
  'map of the lake',
  'tea',
  'beans',
  'rope',
].map((description, index) =>
  testLink({ id: `${index}`, url: `https://shop.example/${index}`, description }),
);
const sentences = [
  'We left at six. The kettle was on the stove, and the coffee came out sour again.',
  'The road to the lake is long, and the tent was wet before noon. We ate cold beans and drank tea.',
  'At night the headlamp failed twice. In the morning the rope was wet, and the bread knife was gone.',
];
const filler = Array.from(
  { length: 400 },
  (_, at) => `The day with the number ${at} was not like the day before it.`,
);
const article = [...filler.slice(200), ...sentences, ...filler.slice(0, 200)].join('\n\n');

const states: [string, number | undefined][] = [];

function generate(signal = new AbortController().signal, content = article, onEvent = () => {}) {
  const writer = {
    kind: 'browser' as const,
    findLinks: async () => links,
    onState: (state: string, share?: number) => void states.push([state, share]),
  };
  return generateByBrowser(writer, { content, linkIds: links.map(({ id }) => id) }, { signal, onEvent });
}

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const failure: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(failure instanceof ApiError)) throw new Error('There is no failure.', { cause: failure });
  return failure;
}

const install = (options: StandInOptions = {}) => installLanguageModel(options);

beforeEach(() => {
  globalThis.answerPrompt = answerPrompt;
  states.length = 0;
});
afterEach(() => {
  globalThis.LanguageModel = undefined;
});

describe.each([
  [4_096, false],
  [9_216, false],
  [4_096, true],
])('a model with a window of %i tokens (old names: %s)', (contextWindow, hasOldNames) => {
  // It counts more tokens than our estimate in one of two runs.
  test.each([4, 2.5])(
    'weaves each link into each version, at %s characters a token',
    async (signsPerToken) => {
      install({ contextWindow, hasOldNames, signsPerToken });
      const generation = await generate();
      for (const name of versionNames)
        expect(generation.report[name].links.map(({ status, by }) => `${status} by ${by}`)).toEqual(
          links.map(() => 'woven by model'),
        );
      const { prompts, created, open, mostRunning } = globalThis.languageModelLog;
      expect(prompts.length).toBeGreaterThan(1);
      expect(created).toHaveLength(1);
      expect(created[0]?.options).toContain('"expectedOutputs":[{"type":"text","languages":["en"]}]');
      // The calls run one after the other, and all sessions are destroyed.
      expect({ open, mostRunning }).toEqual({ open: 0, mostRunning: 1 });
      for (const { prompt, system } of prompts) {
        expect(system).toMatch(/^You are an editor/u);
        expect((prompt.length + system.length) / signsPerToken).toBeLessThan(contextWindow);
      }
    },
  );
});

test('one version is written again with its own words', async () => {
  install();
  const writer = { kind: 'browser' as const, findLinks: async () => links.slice(0, 1), onState: () => {} };
  const only = { version: 'safe' as const, avoid: ['A kettle'] };
  const request = { content: sentences.join(' '), linkIds: ['0'], only };
  const options = { signal: new AbortController().signal, onEvent: () => {} };
  const { edits } = await generateByBrowser(writer, request, options);
  expect([edits.safe.length, edits.exploratory.length]).toEqual([1, 0]);
  expect(globalThis.languageModelLog.prompts[0]?.prompt).toContain('not: "A kettle"');
});

test('the model is downloaded with its progress', async () => {
  install({ availability: { en: 'downloadable' } });
  await generate();
  expect(states).toEqual([
    ['downloadable', undefined],
    ...[0, 0.25, 0.5, 1].map((share) => ['downloading', share]),
    ['available', undefined],
  ]);
});

test('a content in German asks for German', async () => {
  install({ availability: { de: 'unavailable', other: 'available' } });
  const { code } = await failureOf(
    generate(undefined, 'Das ist ein Text, und er ist nicht auf Englisch. Die Kanne steht auf dem Herd.'),
  );
  expect(code).toBe('provider-model-missing');
  expect(globalThis.languageModelLog.asked).toEqual(['de']);
});

test('content without a word is refused before the model is asked', async () => {
  install({ availability: { other: 'downloadable' } });
  expect((await failureOf(generate(undefined, ' '))).code).toBe('content-empty');
  expect(globalThis.languageModelLog.created).toEqual([]);
});

const names = [
  'NotSupportedError',
  'NotAllowedError',
  'OperationError',
  'InvalidStateError',
  'UnknownError',
  'AbortError',
];

describe.each(['create', 'clone', 'measure', 'prompt', 'stream'] as const)('a failure at %s', (at) => {
  test.each(names)('%s is explained, and every session is destroyed', async (name) => {
    install({ failure: { at, name } });
    const { code, message } = await failureOf(generate());
    expect(code).toMatch(/^provider-/u);
    expect(message).toMatch(/browser/iu);
    expect(byEnglish.get(message)).toBeDefined();
    expect(globalThis.languageModelLog).toMatchObject({ open: 0, running: 0 });
  });
});

test('each exception has words of its own', async () => {
  const told = new Set<string>();
  for (const name of [...names, 'NetworkError', 'QuotaExceededError']) {
    install({ failure: { at: 'create', name } });
    told.add((await failureOf(generate())).message);
  }
  expect(told.size).toBe(names.length + 2);
});

test('a download that breaks off is explained, and the browser is asked again', async () => {
  install({ availability: { en: 'downloadable' }, failure: { at: 'download', name: 'NetworkError' } });
  const { code, message } = await failureOf(generate());
  expect([code, message]).toEqual([
    'provider-unreachable',
    expect.stringContaining('could not download its model'),
  ]);
  await expect.poll(() => states.at(-1)).toEqual(['downloadable', undefined]);
});

test('a prompt that is too long is explained with both numbers, in German, too', async () => {
  install({ failure: { at: 'prompt', name: 'QuotaExceededError', requested: 12_000, quota: 9_216 } });
  const { code, message } = await failureOf(generate());
  expect(code).toBe('provider-context-exceeded');
  expect(message).toContain('12,000 tokens, and its limit is 9,216');
  expect(german.find(message)).toContain('12.000 Tokens, und sein Limit ist 9.216');
});

test('a window in which nothing has room is explained before anything is asked', async () => {
  install({ contextWindow: 900, signsPerToken: 1 });
  expect((await failureOf(generate())).code).toMatch(/^(?:content-too-long|provider-context-exceeded)$/u);
  expect(globalThis.languageModelLog).toMatchObject({ prompts: [], open: 0 });
});

test('an answer without text is explained', async () => {
  install();
  globalThis.answerPrompt = () => ' \n';
  expect(await failureOf(generate())).toMatchObject({
    code: 'reply-empty',
    message: expect.stringMatching(/^The browser’s model gave no answer/u),
  });
});

test('a model that became unavailable is explained', async () => {
  install({ availability: { other: 'unavailable' } });
  expect((await failureOf(generate())).message).toMatch(
    /does not write in the language of your text, or is switched off/u,
  );
});

describe('stop', () => {
  test('ends the download', async () => {
    install({ availability: { en: 'downloadable' }, shares: [0, 0.3] });
    const stopping = new AbortController();
    const failing = failureOf(generate(stopping.signal));
    await expect.poll(() => states.at(-1)).toEqual(['downloading', 0.3]);
    stopping.abort();
    expect((await failing).code).toBe('stopped');
    expect(globalThis.languageModelLog.open).toBe(0);
  });

  test('ends the writing', async () => {
    install({ hangs: true });
    const stopping = new AbortController();
    const heard: unknown[] = [];
    const failing = failureOf(generate(stopping.signal, sentences.join(' '), () => heard.push(1)));
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    stopping.abort();
    expect((await failing).code).toBe('stopped');
    await expect.poll(() => globalThis.languageModelLog).toMatchObject({ open: 0, running: 0 });
  });
});
