import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { problemMessages } from '#core/errors/problem.ts';
import { hostNameOf } from '#server/config/allowed-hosts.ts';
import type { MetricsConfig } from '#server/config/operation-config.ts';

import type { Metric } from './metrics/metric.ts';

export type MetricsServer = { readonly url: string; close(): void };

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves only `GET /metrics`, on its own port, for the allowed hosts. Rejects if it cannot listen. */
export async function startMetricsServer(
  metrics: readonly Metric[],
  { host, port, allowedHosts }: MetricsConfig,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (!allowedHosts.has(hostNameOf(request.headers.host ?? '')))
      return void response
        .writeHead(421, { 'content-type': 'text/plain' })
        .end(problemMessages['host-refused']);
    if (request.url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    writeAll(metrics).then(
      (text) =>
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  }).listen(port, host);
  await once(server, 'listening');
  // Only the port of the page keeps the process alive.
  server.unref();
  return {
    url: addressOf(server.address()),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function writeAll(metrics: readonly Metric[]): Promise<string> {
  return (await Promise.all(metrics.map(async (metric) => metric.write()))).join('');
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The metrics have no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}/metrics`;
}
