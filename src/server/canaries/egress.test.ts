import { spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { streamed } from '#provider/completion-steps.ts';
import { echoFaults } from '#provider/faults/echo-faults.ts';
import { portOf } from '#provider/port-of.ts';
import { startProvider } from '#provider/provider.ts';
import { openTestPostgres } from '#server/db/test-databases.ts';
import { spawnTestServer } from '#server/test-server-process.ts';

import { openVisitor, routesOfApi, walk, type Visitor } from './test-walk-routes.ts';

const recorder = pathToFileURL(path.join(import.meta.dirname, 'record-egress.mjs')).href;

let folder: string;
let trapped: string[];
const trap = createServer((request, response) => {
  trapped.push(`${request.method} ${request.url}`);
  response.end();
});
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-egress-'));
  trapped = [];
  await once(trap.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  trap.close();
  trap.closeAllConnections();
  await rm(folder, { recursive: true });
});

function recording(name: string) {
  const file = path.join(folder, name);
  return {
    environment: { NODE_OPTIONS: `--import=${recorder}`, EGRESS_FILE: file },
    /** Returns each recorded line once, sorted. */
    async recorded(): Promise<string[]> {
      return [...new Set((await readFile(file, 'utf8')).trim().split('\n'))].sort();
    },
  };
}

/** Returns the lines for one address: the look-up of its host, and connections to the results. */
async function reaching(address: string): Promise<string[]> {
  const { hostname, port } = new URL(address);
  const found = await lookup(hostname, { all: true });
  return [`look up ${hostname}`, ...found.map((each) => `connect ${each.address} ${port}`)];
}

/** Returns texts with addresses in every place: of a test server, and of hosts that do not exist. */
function temptations(port: number) {
  const bait = (name: string) => `http://127.0.0.1:${port}/${name}`;
  const hosts = (name: string) => `http://${name}.egress.example/ //${name}.egress.example/x`;
  return {
    url: bait('url'),
    description: `${bait('description')} <img src="${bait('image')}"> ${hosts('description')}`,
    content: `Read [this](${bait('content')}), ![that](${bait('picture')}) and ${hosts('content')}.\n<script src="${bait('script')}"></script>\n<!DOCTYPE a [<!ENTITY b SYSTEM "${bait('entity')}">]>`,
    idempotencyKey: bait('key'),
    headers: {
      referer: bait('referer'),
      forwarded: `for=127.0.0.1;host=127.0.0.1:${port};proto=http`,
      'x-forwarded-for': `127.0.0.1:${port}, forwarded.egress.example`,
      'x-forwarded-host': `127.0.0.1:${port}`,
      'x-forwarded-proto': 'http',
      'x-original-url': bait('original'),
      'x-wap-profile': bait('profile'),
      from: 'someone@mail.egress.example',
      link: `<${bait('link')}>; rel=preload`,
    },
  };
}

async function temptInEachWay(visitor: Visitor, port: number): Promise<void> {
  const { cookie, words } = visitor;
  await walk(visitor, await routesOfApi());
  const body = JSON.stringify({ url: words.url, description: words.description });
  for (const headers of [
    { origin: `http://127.0.0.1:${port}` },
    { origin: 'https://origin.egress.example', 'sec-fetch-site': 'cross-site' },
    { 'content-type': `application/json; schema="${words.url}"` },
  ])
    await visitor.ask('POST', '/api/links', { cookie, body, headers });
  for (const place of [`/${words.url}`, `/?url=${words.url}`, `//127.0.0.1:${port}/`, '/robots.txt'])
    await visitor.ask('GET', place, { cookie });
}

test('no request makes the server contact anything but its provider and its database', async () => {
  const { environment, recorded } = recording('server');
  const postgres = await openTestPostgres();
  const databaseUrl = postgres.settings.databaseUrl ?? '';
  const port = portOf(trap);
  const provider = await startProvider(streamed(''));
  const server = await spawnTestServer({
    ...environment,
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: 'loopback',
    METRICS_PORT: '0',
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'sk-key',
    OPENAI_TIMEOUT_MS: '4000',
    LIMIT_GENERATIONS_PER_MINUTE: '0',
    LIMIT_GENERATIONS_PER_DAY: '0',
    BUDGET_DAILY_USD: 'off',
  });
  const words = temptations(port);
  const visitor = await openVisitor(await server.origin(), words);
  await temptInEachWay(visitor, port);
  const { id } = await visitor.save();
  let number = 0;
  for (const fault of Object.values(
    echoFaults(words.url, `${words.content} [[two words]]((${words.url}))`),
  )) {
    provider.answerWith(fault);
    expect((await visitor.generate('application/json', id, (number += 1))).body).toMatch(
      /"code":|"unfinished":/,
    );
  }
  expect(provider.calls.length).toBeGreaterThanOrEqual(number);
  server.child.kill('SIGTERM');
  await server.ended;
  await provider.close();
  await postgres.close();

  const mayReach = new Set([...(await reaching(provider.baseUrl)), ...(await reaching(databaseUrl))]);
  const reached = await recorded();
  expect(reached.filter((each) => !mayReach.has(each))).toEqual([]);
  expect(reached.filter((each) => each.startsWith('connect')).length).toBeGreaterThanOrEqual(2);
  expect(trapped).toEqual([]);
});

test('the recorder sees everything that leaves a process, by any way', async () => {
  const { environment, recorded } = recording('sample');
  const port = portOf(trap);
  const program = `
    import { spawn } from 'node:child_process';
    import { createSocket } from 'node:dgram';
    import { resolve4 } from 'node:dns';
    import { connect } from 'node:net';
    await fetch('http://127.0.0.1:${port}/seen');
    await fetch('http://name.egress.invalid/').catch(() => {});
    resolve4('query.egress.invalid', () => {});
    connect('/nothing/socket').on('error', () => {});
    const socket = createSocket('udp4');
    socket.send('x', 9, '127.0.0.1', () => socket.close());
    spawn(process.execPath, ['--version']);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env['PATH'], ...environment },
  });
  await once(child, 'close');
  expect(await recorded()).toEqual(
    expect.arrayContaining([
      `connect 127.0.0.1 ${port}`,
      'connect /nothing/socket',
      'look up name.egress.invalid',
      'look up query.egress.invalid',
      'open a UDP socket',
      'start a process',
    ]),
  );
  expect(trapped.splice(0)).toEqual(['GET /seen']);
});
