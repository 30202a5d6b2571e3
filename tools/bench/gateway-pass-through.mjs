import { createServer } from 'node:http';
import process from 'node:process';

import { Agent, request } from 'undici';

/** A minimal gateway: it passes each request to the provider and streams the answer back, both unchanged. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
const upstream = `${process.env['OPENAI_BASE_URL']}/chat/completions`;

const server = createServer((incoming, response) => {
  if (incoming.method === 'POST') void pass(incoming, response);
  else response.end('ready');
}).listen(Number(process.env['PORT']), '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${server.address().port}\n`);
});

async function pass(incoming, response) {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  const headers = {
    'content-type': incoming.headers['content-type'],
    'content-length': incoming.headers['content-length'],
  };
  try {
    const answer = await request(upstream, {
      dispatcher,
      method: 'POST',
      headers,
      body: incoming,
      signal: controller.signal,
    });
    response.writeHead(answer.statusCode, { 'content-type': answer.headers['content-type'] });
    answer.body.on('error', () => response.destroy());
    answer.body.pipe(response);
  } catch {
    response.destroy();
  }
}
