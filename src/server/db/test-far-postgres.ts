import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type FarPostgres = {
  readonly url: string;
  /** Returns how often the server was ready for the next query. */
  trips(): number;
  /** Breaks the connection of the next answer instead of passing it on. */
  loseAnswer(): void;
  /** Passes on no more answers on the open connections, but keeps them open. */
  fallSilent(): void;
  /** Breaks all connections, and each new one for as long as it is away. */
  setAway(isAway: boolean): void;
  close(): void;
};

/** Opens a proxy to PostgreSQL that delays each answer by `delay` milliseconds. */
export async function openFarPostgres(url: string, delay = 0): Promise<FarPostgres> {
  const near = new URL(url);
  const sockets = new Set<Socket>();
  let trips = 0;
  let isLosing = false;
  let isNowAway = false;
  const silent = new WeakSet<Socket>();
  const breakAll = () => sockets.forEach((socket) => socket.destroy());
  const server = createServer((client) => {
    if (isNowAway) {
      client.on('error', () => undefined).destroy();
      return;
    }
    const database = connect(Number(near.port), near.hostname);
    const count = createMessageCount('Z');
    for (const socket of [client, database]) {
      sockets.add(socket.setNoDelay().on('error', () => undefined));
      socket.on('close', () => [client, database].forEach((each) => each.destroy()));
    }
    client.on('data', (bytes) => database.write(bytes));
    database.on('data', (bytes) => {
      if (silent.has(client)) return;
      trips += count(bytes);
      if (isLosing) {
        isLosing = false;
        client.destroy();
      } else if (delay === 0) client.write(bytes);
      else setTimeout(() => client.write(bytes), delay);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const far = new URL(url);
  far.hostname = '127.0.0.1';
  const address = server.address();
  far.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: far.href,
    trips: () => trips,
    loseAnswer() {
      isLosing = true;
    },
    fallSilent() {
      for (const socket of sockets) silent.add(socket);
    },
    setAway(isAway) {
      isNowAway = isAway;
      if (isAway) breakAll();
    },
    close() {
      server.close();
      breakAll();
    },
  };
}

/**
 * Counts messages of one type. A message is a letter, the length in four bytes (which count as part of it), and the
 * rest.
 */
function createMessageCount(letter: string) {
  let rest = Buffer.alloc(0);
  return (bytes: Buffer): number => {
    rest = Buffer.concat([rest, bytes]);
    let found = 0;
    while (rest.length >= 5) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) break;
      if (rest.toString('latin1', 0, 1) === letter) found += 1;
      rest = rest.subarray(length);
    }
    return found;
  };
}
