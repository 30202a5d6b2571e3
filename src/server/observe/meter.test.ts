import { request } from 'node:http';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createMeter } from './meter.ts';
import { startMetricsServer, createProcessMetrics } from './metrics-server.ts';

let meter: ReturnType<typeof createMeter>;
let server: Awaited<ReturnType<typeof startMetricsServer>>;
beforeEach(async () => {
  meter = createMeter();
  server = await startMetricsServer([...meter.metrics, ...createProcessMetrics()], {
    host: '127.0.0.1',
    port: 0,
    allowedHosts: new Set(['127.0.0.1', 'metrics.example']),
  });
});
afterEach(() => server.close());

async function look(): Promise<string> {
  return (await fetch(server.url)).text();
}

async function valueOf(sample: string): Promise<number> {
  const line = (await look()).split('\n').find((each) => each.startsWith(`${sample} `));
  return Number(line?.slice(sample.length + 1));
}

test('generations are counted by outcome and writer', async () => {
  expect(await valueOf('linkweft_generations_total{outcome="done",writer="model"}')).toBe(0);
  const generation = meter.generationStarted('model');
  expect(await valueOf('linkweft_generations_running')).toBe(1);
  generation.end('done', null);
  meter.generationStarted('built-in').end('links-invalid', null);
  meter.generationRefused('visitor-day-limit');
  meter.generationRefused('visitor-day-limit');
  expect(await valueOf('linkweft_generations_running')).toBe(0);
  expect(await valueOf('linkweft_generations_total{outcome="done",writer="model"}')).toBe(1);
  expect(await valueOf('linkweft_generations_total{outcome="links-invalid",writer="built-in"}')).toBe(1);
  expect(await valueOf('linkweft_generations_refused_total{reason="visitor-day-limit"}')).toBe(2);
  meter.modelCalled('repair');
  expect(await valueOf('linkweft_model_calls_total{purpose="repair"}')).toBe(1);
  expect(await valueOf('linkweft_model_calls_total{purpose="write"}')).toBe(0);
});

test('tokens and cost add up, also if a price is unknown', async () => {
  meter.generationStarted('model').end('done', { inputTokens: 1000, outputTokens: 500, costUsd: 0.25 });
  meter
    .generationStarted('model')
    .end('provider-reply-cut', { inputTokens: 10, outputTokens: 5, costUsd: null });
  expect(await valueOf('linkweft_input_tokens_total')).toBe(1010);
  expect(await valueOf('linkweft_output_tokens_total')).toBe(505);
  expect(await valueOf('linkweft_cost_usd_total')).toBe(0.25);
  expect(await valueOf('linkweft_unbooked_tokens_total{kind="output"}')).toBe(0);
  meter.tokensUnbooked({ inputTokens: 3, outputTokens: 40 });
  meter.tokensUnbooked({ inputTokens: 0, outputTokens: 2 });
  expect(await valueOf('linkweft_unbooked_tokens_total{kind="input"}')).toBe(3);
  expect(await valueOf('linkweft_unbooked_tokens_total{kind="output"}')).toBe(42);
});

test('the times are histograms: each bound counts all shorter times, and the last counts all', async () => {
  const generation = meter.generationStarted('model');
  generation.firstText();
  generation.firstText();
  generation.end('done', null);
  meter.generationStarted('model').end('provider-timeout', null);
  const first = 'linkweft_generation_first_text_seconds';
  const total = 'linkweft_generation_seconds';
  expect(await valueOf(`${first}_count{writer="model"}`)).toBe(1);
  expect(await valueOf(`${first}_bucket{writer="model",le="+Inf"}`)).toBe(1);
  expect(await valueOf(`${total}_bucket{writer="model",le="600"}`)).toBe(2);
  expect(await valueOf(`${total}_sum{writer="model"}`)).toBeGreaterThanOrEqual(0);
});

test('a stream is open until it is closed, and closing it twice counts once', async () => {
  const [close] = [meter.streamOpened(), meter.streamOpened()];
  expect(await valueOf('linkweft_open_streams')).toBe(2);
  close();
  close();
  expect(await valueOf('linkweft_open_streams')).toBe(1);
});

test('the rest of the budget is shown in its unit; without one, or if it cannot be read, it is missing', async () => {
  expect(await look()).not.toContain('linkweft_budget_left');
  meter.budgetLeft(async () => ({ unit: 'usd', left: 1.5 }));
  expect(await look()).toContain('\nlinkweft_budget_left_usd 1.5\n');
  meter.budgetLeft(async () => ({ unit: 'tokens', left: 7 }));
  expect(await look()).toContain('\nlinkweft_budget_left_tokens 7\n');
  meter.budgetLeft(() => Promise.reject(new Error('the database is away')));
  expect(await look()).not.toContain('linkweft_budget_left');
});

test('Prometheus can parse every line, and each metric is described once', async () => {
  meter.generationStarted('model').end('done', null);
  meter.budgetLeft(async () => ({ unit: 'usd', left: 0.1 }));
  const text = await look();
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.trimEnd().split('\n');
  const number = String.raw`(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]Inf|NaN)`;
  const label = String.raw`\w+="(?:[^"\\\n]|\\.)*"`;
  const sample = new RegExp(String.raw`^[a-z]\w*(?:\{${label}(?:,${label})*\})? ${number}$`);
  const comments = lines.filter((line) => line.startsWith('#'));
  expect(lines.filter((line) => !line.startsWith('#')).filter((line) => !sample.test(line))).toEqual([]);
  expect(new Set(comments).size).toBe(comments.length);
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
  expect(text).toMatch(/^process_cpu_seconds_total \d/m);
});

test('the port answers nothing but GET /metrics', async () => {
  const { origin } = new URL(server.url);
  expect((await fetch(origin)).status).toBe(404);
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(405);
  const answer = await fetch(`${server.url}?x=1`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
});

/** `fetch` always sends the host of the address. */
function statusFor(host: string | undefined, path = '/metrics'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    const headers = host === undefined ? [] : ['host', host];
    request({ host: '127.0.0.1', port, path, headers, setHost: false, agent: false })
      .once('response', (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end();
  });
}

test('only allowed hosts are answered, because another name may be DNS rebinding', async () => {
  const { port } = new URL(server.url);
  for (const host of [`127.0.0.1:${port}`, 'metrics.example', 'METRICS.example.:9464'])
    expect([host, await statusFor(host)]).toEqual([host, 200]);
  for (const host of ['evil.example', 'metrics.example.evil.example', '169.254.169.254', ''])
    expect([host, await statusFor(host)]).toEqual([host, 421]);
  expect(await statusFor('evil.example', 'http://metrics.example/metrics')).toBe(421);
  expect(await statusFor('metrics.example', 'http://metrics.example/metrics')).toBe(404);
});
