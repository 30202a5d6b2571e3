import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import path from 'node:path';
import process from 'node:process';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { streamed } from '#provider/completion-steps.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { startTestPostgres } from '#server/db/test-postgres.ts';

import { must, require, seconds, type Check } from './check.ts';
import { answering, freePort, start, type Running } from './running.ts';

const site = 'localhost';
const requests = 2000;
/** Requests that are under way at the same time. */
const atOnce = 8;
/** In bytes. An import of this size must pass. */
const importSize = 4e6;

type Sent = {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What a proxy is asked. All requests go to its address with TLS and a certificate that nobody signed. */
type Front = {
  /** Sends a request. Resolves with the status and text, and the times of its pieces in milliseconds. */
  send(sent: Sent): Promise<{ readonly status: number; readonly text: string; readonly times: number[] }>;
};

function openFront(port: number): Front {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  return {
    send: ({ method, url, body, from, headers: more }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
        const headers = {
          origin: `https://${site}:${port}`,
          'content-type': 'application/json',
          ...length,
          ...more,
        };
        const localAddress = from === undefined ? {} : { localAddress: from };
        const options = {
          host: '127.0.0.1',
          servername: site,
          port,
          method,
          path: url,
          agent,
          ...localAddress,
        };
        const asked = request({ ...options, headers: { ...headers, host: `${site}:${port}` } }, (answer) => {
          let text = '';
          const times: number[] = [];
          answer.on('data', (chunk: Buffer) => {
            times.push(performance.now());
            text += chunk.toString();
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, times }));
          answer.on('error', reject);
        });
        asked.on('error', reject);
        asked.end(body);
      }),
  };
}

/** Two servers of one PostgreSQL, whose model is a stand-in that writes slowly. */
async function startServers(delay: number) {
  const postgres = await startTestPostgres();
  const reply = 'VERSION: SAFE\nINSERT 1: See [[this one]]((L1)).\n'.padEnd(400, ' ');
  const provider = await startProvider(streamed(reply, { speed: 200 }));
  const ports = [await freePort(), await freePort()];
  const launch = (port: number) =>
    start(process.execPath, ['dist/server/main.js'], {
      isReady: answering(`http://127.0.0.1:${port}/readyz`),
      env: environmentOf({ port, delay, database: postgres.url, provider }),
    });
  const running: Running[] = [];
  for (const port of ports) running.push(await launch(port));
  return {
    ports,
    /** Restarts one server after the other. */
    async restart(): Promise<void> {
      for (const [index, port] of ports.entries()) {
        require((await running[index]?.stop()) === 0, 'A server did not stop well.');
        running[index] = await launch(port);
        // A proxy with a health check needs a moment to see the new server.
        await sleep(delay * 1000);
      }
    },
    async stop(): Promise<void> {
      for (const server of running) server.child.kill('SIGKILL');
      for (const server of running) await server.ended;
      await provider.close();
      await postgres.stop();
    },
  };
}

type Settings = {
  readonly port: number;
  readonly delay: number;
  readonly database: string;
  readonly provider: Provider;
};

function environmentOf({ port, delay, database, provider }: Settings): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATABASE_URL: database,
    WORKSPACE: 'shared',
    TRUST_PROXY: 'loopback',
    SHUTDOWN_DELAY: String(delay),
    OPENAI_BASE_URL: provider.baseUrl,
    LIMIT_GENERATIONS_PER_MINUTE: '0',
  };
}

/** Sends requests of several visitors until enough are answered and the restarts have ended. Returns how many failed. */
async function loadDuring(front: Front, restart: () => Promise<void>) {
  const state = { isRestarting: true, count: 0 };
  const restarting = restart().finally(() => (state.isRestarting = false));
  const failures: string[] = [];

  async function visit(): Promise<void> {
    while (state.count < requests || state.isRestarting) {
      const turn = (state.count += 1);
      const from = `127.0.${turn % 5}.1`;
      const isSave = turn % 5 === 0;
      const url = turn % 7 === 0 ? '/' : '/api/links';
      const body = JSON.stringify({ url: `https://shop.example/${turn}` });
      const sent = isSave ? { method: 'POST', url: '/api/links', body, from } : { method: 'GET', url, from };
      const { status } = await front.send(sent).catch(() => ({ status: 0 }));
      if (status !== (isSave ? 201 : 200)) failures.push(`${sent.method} ${sent.url} ${status}`);
      await sleep(10);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, visit));
  await restarting;
  return { count: state.count, failures };
}

/** An import of 4 MB passes. */
async function requireLargeBodies(front: Front): Promise<void> {
  const links = Array.from({ length: 1000 }, (_, index) => ({
    id: randomUUID(),
    url: `https://shop.example/import/${index}`,
    description: 'a'.repeat(importSize / 1000),
    createdAt: '2026-01-01T00:00:00.000Z',
  }));
  const { status, text } = await front.send({
    method: 'POST',
    url: '/api/links/import',
    body: JSON.stringify({ links }),
  });
  require(status === 200, `The import got ${status}: ${text.slice(0, 200)}`);
}

/** The stream of a generation arrives in pieces while the model writes. */
async function requireStreams(front: Front): Promise<number> {
  const saved = await front.send({
    method: 'POST',
    url: '/api/links',
    body: '{"url":"https://shop.example/"}',
  });
  const [, id = ''] = /"id":"([^"]+)"/.exec(saved.text) ?? [];
  const body = JSON.stringify({ content: 'One two. Three four.', linkIds: [id] });
  const begin = performance.now();
  const { status, text, times } = await front.send({ method: 'POST', url: '/api/generations', body });
  require(status === 200 &&
    text.includes('event: result'), `A generation got ${status}: ${text.slice(0, 200)}`);
  const spread = (times.at(-1) ?? 0) - (times[0] ?? 0);
  require(spread > 0.5 * (performance.now() - begin), `The stream came at once, within ${spread} ms.`);
  return spread;
}

type Proxy = {
  /** Writes its configuration into the folder. Returns the command that runs it. */
  prepare(folder: string, port: number, servers: readonly number[]): Promise<readonly string[]>;
  /** Seconds of SHUTDOWN_DELAY, as its file says. */
  readonly delay: number;
};

/** Runs a proxy before servers while the work lasts. */
async function withProxy<T>(
  { prepare }: Proxy,
  servers: readonly number[],
  work: (front: Front) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-proxy-'));
  const port = await freePort();
  const [command = '', ...parameters] = await prepare(folder, port, servers);
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const front = openFront(port);
  const isReady = () =>
    front.send({ method: 'GET', url: '/healthz' }).then(
      ({ status }) => status === 200,
      () => false,
    );
  const proxy = await start(command, parameters, { isReady, env });
  try {
    return await work(front);
  } finally {
    proxy.child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/** A visitor cannot name a user: the header of AUTH_HEADER does not reach the server. */
async function requireNoUsers(proxy: Proxy): Promise<void> {
  const echo = createServer((asked, answer) => answer.end(JSON.stringify(asked.headers)));
  const port = await freePort();
  echo.listen(port, '127.0.0.1');
  try {
    await withProxy(proxy, [port, port], async (front) => {
      for (const url of ['/', '/api/links']) {
        const { text } = await front.send({ method: 'GET', url, headers: { 'Remote-User': 'alice' } });
        require(text.includes('"host"') && !text.includes('alice'), `A visitor is taken for a user: ${text}`);
      }
    });
  } finally {
    echo.closeAllConnections();
    echo.close();
  }
}

async function tryProxy(proxy: Proxy): Promise<string> {
  await requireNoUsers(proxy);
  const servers = await startServers(proxy.delay);
  try {
    return await withProxy(proxy, servers.ports, async (front) => {
      await requireLargeBodies(front);
      const spread = await requireStreams(front);
      const { count, failures } = await loadDuring(front, servers.restart);
      require(failures.length ===
        0, `${failures.length} of ${count} failed: ${failures.slice(0, 5).join(', ')}`);
      return `0 of ${count} failed during two restarts; a stream over ${seconds(spread)}; 4 MB pass; no visitor names a user`;
    });
  } finally {
    await servers.stop();
  }
}

const nginx: Proxy = {
  delay: 1,
  async prepare(folder, port, [first = 0, second = 0]) {
    const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
    await must('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${site}`,
      '-keyout',
      key,
      '-out',
      certificate,
    ]);
    // The values that an operator replaces.
    const settings = (await readFile('deploy/nginx.conf', 'utf8'))
      .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${second}`)
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('links.example.com;', `${site};`)
      .replace('/etc/ssl/links.example.com.pem', certificate)
      .replace('/etc/ssl/private/links.example.com.key', key);
    const file = path.join(folder, 'nginx.conf');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
    const main = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary}`;
    await writeFile(file, `${process.getuid?.() === 0 ? 'user root; ' : ''}${main}\n${settings}\n}\n`);
    return ['nginx', '-c', file];
  },
};

const caddy: Proxy = {
  delay: 6,
  async prepare(folder, port, servers) {
    const file = path.join(folder, 'Caddyfile');
    const options = `{\nadmin off\nskip_install_trust\nhttp_port ${await freePort()}\n}\n`;
    const settings = (await readFile('deploy/Caddyfile', 'utf8'))
      .replace('{$LINKWEFT_SITE:localhost}', `${site}:${port}`)
      .replace('{$LINKWEFT_SERVERS:127.0.0.1:3000}', servers.map((each) => `127.0.0.1:${each}`).join(' '));
    await writeFile(file, `${options}${settings}`);
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
  },
};

const proxyCheck = (name: string, proxy: Proxy): Check => ({
  name,
  needs: { [name]: name, openssl: 'openssl' },
  run: () => tryProxy(proxy),
});

export const nginxCheck = proxyCheck('nginx', nginx);
export const caddyCheck = proxyCheck('caddy', caddy);

export const serviceCheck: Check = {
  name: 'service',
  needs: { 'systemd-analyze': 'systemd' },
  async run() {
    const output = await must('systemd-analyze', ['verify', 'deploy/linkweft.service']);
    require(output.trim() === '', output);
    const security = await must('systemd-analyze', ['security', '--offline=yes', 'deploy/linkweft.service']);
    return `verified; exposure ${/level for \S+: (\S+)/.exec(security)?.[1] ?? 'unknown'} of 10`;
  },
};
