import type { Socket } from 'node:net';

import { problemBody, problemMediaType } from './problem-body.ts';
import { securityHeaders } from './security.ts';
import { linger } from './unread-bodies.ts';

/** Answers bytes that never became a request: a broken request line, too many headers, a request too slow to arrive. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemBody('request-invalid');
  const body = JSON.stringify(problem);
  const head = Object.entries({
    ...securityHeaders,
    'content-type': problemMediaType,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${head.join('')}\r\n${body}`);
  linger(socket);
}
