import process from 'node:process';

import { Client } from 'undici';
import * as z from 'zod/mini';

/** Sends requests over persistent connections, one at a time on each. Prints the duration of each as JSON. */
const jobSchema = z.object({
  origin: z.string(),
  paths: z.array(z.string()),
  headers: z.record(z.string(), z.string()),
  connections: z.number(),
  milliseconds: z.number(),
});

let input = '';
for await (const chunk of process.stdin.setEncoding('utf8')) input += String(chunk);
const { origin, paths, headers, connections, milliseconds } = jobSchema.parse(JSON.parse(input));

const times: number[] = [];
const began = performance.now();
const end = began + milliseconds;
let next = 0;
await Promise.all(Array.from({ length: connections }, work));
const seconds = (performance.now() - began) / 1000;
times.sort((a, b) => a - b);
const share = (part: number) => times[Math.floor(times.length * part)];
process.stdout.write(
  JSON.stringify({ perSecond: times.length / seconds, p50: share(0.5), p99: share(0.99) }),
);

async function work(): Promise<void> {
  const client = new Client(origin);
  while (performance.now() < end) {
    const path = paths[(next += 7919) % paths.length] ?? '/';
    const sent = performance.now();
    const { statusCode, body } = await client.request({ method: 'GET', path, headers });
    await body.arrayBuffer();
    times.push(performance.now() - sent);
    if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}.`);
  }
  await client.close();
}
