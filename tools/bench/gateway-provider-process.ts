import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import process from 'node:process';

import { paceSchema, type Pace } from './gateway-job.ts';
import { microseconds, writeStamp } from './gateway-stamp.ts';

// A provider of chat completions that needs little processor time. It writes one buffer to all streams that are due at
// the same time, and bypasses Node's HTTP framing. Each chunk contains its due time and its delay.

const tickMs = 2;
const tickMicroseconds = tickMs * 1000;
const rateMs = 50;
const slots = Array.from({ length: rateMs / tickMs }, () => new Set<Socket>());
/** A client that does not read gets no more chunks once this many bytes wait for it. */
const waitingLimit = 256 * 1024;
/** The first chunk is a whole edit, because Linkweft passes on only whole edits. */
const firstEdit = 'VERSION: SAFE\\nINSERT 2: Ours had [[good soles]]((L1)) ';
const common = '"id":"chatcmpl-local","created":1700000000,"model":"local"';
/** The answer of the model. It puts the first link into each version, so that the built-in writer adds nothing. */
const text = ['SAFE', 'INTERESTING', 'CRAZY']
  .map((version) => `VERSION: ${version}\\nINSERT 2: Ours had [[good soles]]((L1)).`)
  .join('\\n');
const usage = '"usage":{"prompt_tokens":400,"completion_tokens":20,"total_tokens":420}';
const whole = `{${common},"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"${text}"},"finish_reason":"stop"}],${usage}}`;
const lastChunk = `data: {${common},"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],${usage}}\n\ndata: [DONE]\n\n`;

let pace: Pace = { kind: 'once' };
let nextSlot = 0;
let open = 0;
let left = { times: 0, at: 0 };

createServer((request, response) => {
  void answer(request, response);
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/pace') pace = paceSchema.parse(await json(request));
  if (request.url === '/pace' || request.url === '/state')
    return sendJson(response, JSON.stringify({ open, left }));
  // The answer does not depend on the request.
  request.resume();
  if (pace.kind === 'once') return sendJson(response, whole);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).flushHeaders();
  const { socket } = response;
  if (socket === null) return;
  if (pace.kind === 'burst') {
    socket.write(chunkAt(microseconds(), firstEdit));
    for (let count = 1; count < pace.chunks; count += 1) socket.write(chunkAt(microseconds()));
    return endStream(response);
  }
  stream(response, socket, pace.chunks);
}

/** Sends the first chunk at once and the others on the ticks of the timer. */
function stream(response: ServerResponse, socket: Socket, chunks: number): void {
  const slot = slots[nextSlot % slots.length];
  nextSlot += 1;
  open += 1;
  socket.write(chunkAt(microseconds(), firstEdit));
  slot?.add(socket);
  const timer = chunks === 0 ? undefined : setTimeout(() => endStream(response), (chunks - 0.5) * rateMs);
  response.once('close', () => {
    clearTimeout(timer);
    slot?.delete(socket);
    open -= 1;
    if (!response.writableEnded) left = { times: left.times + 1, at: microseconds() };
  });
  response.once('finish', () => slot?.delete(socket));
}

function endStream(response: ServerResponse): void {
  response.socket?.write(framed(lastChunk));
  response.end();
}

const began = microseconds();
let ticks = 0;
setInterval(() => {
  for (const end = (microseconds() - began) / tickMicroseconds; ticks < end; ticks += 1) {
    const slot = slots[ticks % slots.length];
    if (slot === undefined || slot.size === 0) continue;
    const chunk = chunkAt(began + ticks * tickMicroseconds);
    for (const socket of slot) if (socket.writableLength < waitingLimit) socket.write(chunk);
  }
}, tickMs);

function chunkAt(due: number, before = ''): Buffer {
  const content = `${before}and so the walk went on ${writeStamp(due)}${before === '' ? '' : '.\\n'}`;
  return framed(
    `data: {${common},"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":null}]}\n\n`,
  );
}

function framed(content: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n`);
}

function sendJson(response: ServerResponse, body: string): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
