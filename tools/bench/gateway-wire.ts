import { connect, type Socket } from 'node:net';

import { addressOf } from '#provider/visitor-address.ts';

import type { WireRequest } from './gateway-job.ts';

type Answer = {
  /** Takes the status line and all headers. */
  head(head: string): void;
  body(bytes: Uint8Array): void;
  end(): void;
};

export type Wire = {
  /** Sends the request. The previous answer must have ended. */
  ask(answer: Answer): void;
  readonly socket: Socket;
};

/** All connections share this buffer. Each read is processed before the next one. */
const memory = Buffer.alloc(64 * 1024);

let visitors = 0;

/**
 * Opens a minimal HTTP/1.1 client, so that measuring needs little time. It sends one request at a time over one
 * connection, as one visitor.
 */
export function openWire({ port, head, body }: WireRequest): Wire {
  visitors += 1;
  const from = `x-forwarded-for: ${addressOf(visitors)}\r\n`;
  const bytes = Buffer.from(`${head}${from}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  let answer: Answer | null = null;
  let read = createAnswerReader();
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: memory,
      callback(length) {
        const current = answer;
        if (current !== null && read(memory.subarray(0, length), current)) {
          answer = null;
          current.end();
        }
        return true;
      },
    },
  });
  socket.on('error', () => undefined);
  return {
    socket,
    ask(next) {
      answer = next;
      read = createAnswerReader();
      socket.write(bytes);
    },
  };
}

const lastChunk = '0\r\n\r\n';

/** Returns a reader of bytes. The reader returns true when the answer has ended. */
function createAnswerReader() {
  let head: string | null = '';
  let missing = Number.NaN;
  let tail = '';
  return (bytes: Uint8Array, answer: Answer): boolean => {
    let body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (head !== null) {
      const before: number = head.length;
      head += body.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return false;
      const whole = head.slice(0, end);
      body = body.subarray(end + 4 - before);
      head = null;
      missing = Number(/^content-length: *(\d+)/im.exec(whole)?.[1] ?? Number.NaN);
      answer.head(whole);
    }
    if (body.length > 0) answer.body(body);
    if (!Number.isNaN(missing)) {
      missing -= body.length;
      return missing <= 0;
    }
    tail = (tail + body.toString('latin1', Math.max(0, body.length - 5))).slice(-5);
    return tail === lastChunk;
  };
}

export function statusOf(head: string): number {
  return Number(head.slice(9, 12));
}
