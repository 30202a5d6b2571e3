import { expect, test } from 'vitest';

import { applyEdits } from '#core/edits/edit.ts';
import { versionNames } from '#core/edits/version-names.ts';

import type { FinishedGeneration } from './finished-generation.ts';
import { generate } from './generate.ts';
import { testClient, testJob } from './test-job.ts';
import type { ModelPiece } from './generation-client.ts';

const content = [
  'I bake bread every week, and the kitchen is warm. A heavy pot keeps the heat.',
  'The dough rests for a night in the cold. In the morning it is ready.',
  '- flour\n- water\n- salt',
].join('\n\n');
const links = [
  {
    id: 'pot',
    url: 'https://a.example/pot?tag=me',
    description: 'Heavy pot of cast iron',
    integrations: 1 as const,
  },
  {
    id: 'crm',
    url: 'https://a.example/crm?tag=me',
    description: 'Software for estate agents',
    integrations: 1 as const,
  },
];

async function* say(text: string): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  yield await Promise.resolve({ type: 'text', text });
}

/** Returns the result and the prompts. The first answer goes to the first call, the second one to the repair. */
async function generated(
  answer: string,
  again = '',
): Promise<{ result: FinishedGeneration; prompts: string[] }> {
  const prompts: string[] = [];
  const client = testClient(({ prompt }) => {
    prompts.push(prompt.user);
    return say(prompts.length === 1 ? answer : again);
  });
  for await (const step of generate(testJob(content, links), client))
    if (step.type === 'result') return { result: step.generation, prompts };
  throw new Error('There is no result.');
}

const versions = (edits: string) =>
  ['SAFE', 'INTERESTING', 'CRAZY'].map((name) => `VERSION: ${name}\n${edits}`).join('\n');
const pot = 'LINK 2: [[heavy pot]]((L1))';

test('a link that the plan leaves out is in no version, is not asked for again, and can be placed', async () => {
  const { result, prompts } = await generated(
    `PLAN\nL1: 2 "heavy pot"\nSKIP L2: It is about estate agents, and the text is about bread.\n${versions(pot)}`,
  );
  expect(prompts).toHaveLength(1);
  for (const name of versionNames) {
    const [first, second] = result.report[name].links;
    expect(first).toMatchObject({ status: 'woven', by: 'model' });
    expect(second).toMatchObject({
      status: 'skipped',
      skipReason: 'It is about estate agents, and the text is about bread.',
      offer: { by: 'built-in' },
    });
    const offered = [...result.edits[name], ...(second?.offer ? [second.offer] : [])];
    expect(
      applyEdits(
        content,
        offered.toSorted((a, b) => a.start - b.start),
      ),
    ).toContain(`((${links[1]?.url}))`);
  }
});

test('a link that one version leaves out is in the others', async () => {
  const crm = 'INSERT 4: The estate agent next door has [[software for estate agents]]((L2)).';
  const { result } = await generated(
    [
      `VERSION: SAFE\n${pot}\nSKIP L2: no fit`,
      `VERSION: INTERESTING\n${pot}\n${crm}`,
      `VERSION: CRAZY\n${pot}\n${crm}`,
    ].join('\n'),
  );
  expect(versionNames.map((name) => result.report[name].links[1]?.status)).toEqual([
    'skipped',
    'woven',
    'woven',
  ]);
});

test('a link that is left out and placed in the same version is woven', async () => {
  const { result } = await generated(versions(`SKIP L1: no fit\n${pot}\nSKIP L2: no fit`));
  expect(result.report.safe.links.map(({ status }) => status)).toEqual(['woven', 'skipped']);
});

test('the reason is cleaned as all text of a model', async () => {
  const { result } = await generated(
    versions(`${pot}\nSKIP L2: See https://evil.example/a for <b>more</b>.`),
  );
  expect(result.report.safe.links[1]).toMatchObject({ status: 'skipped', skipReason: '' });
});

test('safe refuses what is invented about the author, and the repair replaces it', async () => {
  const invented = 'INSERT 2: I bought a [[pot of cast iron]]((L1)) last year.';
  const { result, prompts } = await generated(
    versions(`${invented}\nSKIP L2: no fit`),
    `VERSION: SAFE\n${pot}`,
  );
  expect(prompts).toHaveLength(2);
  expect(result.report.safe).toMatchObject({
    links: [{ status: 'woven', by: 'repair' }, { status: 'skipped' }],
    dropped: [{ reason: 'claim' }],
    claims: [],
  });
  expect(result.report.exploratory.claims).toMatchObject([
    { kind: 'experience', text: 'I bought a pot of cast iron last year.' },
  ]);
});

test('an answer of the old form, with additions and replacements alone, is read as before', async () => {
  const { result } = await generated(
    [
      'VERSION: SAFE\nINSERT 2: A [[pot of cast iron]]((L1)) does that well.',
      'INSERT 4: An estate agent needs [[software for estate agents]]((L2)).',
      'VERSION: INTERESTING\nREPLACE 2: A [[heavy pot]]((L1)) keeps the heat.',
      'INSERT 4: An estate agent needs [[software for estate agents]]((L2)).',
      'VERSION: CRAZY\nREPLACE 3: The dough rests for a night in the cold, far from the [[pot of cast iron]]((L1)).',
      'INSERT 2: An estate agent needs [[software for estate agents]]((L2)).',
    ].join('\n'),
  );
  for (const name of versionNames)
    expect(result.report[name].links.map(({ status, by }) => `${status} by ${by}`)).toEqual([
      'woven by model',
      'woven by model',
    ]);
});
