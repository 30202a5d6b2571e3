import { expect, test } from 'vitest';

import { countAnswers } from './trace.ts';

const written = '12 pwrite64(24</data/links.db-wal>, "x"..., 4096, 0) = 4096';
const answered = '10 write(30<socket>, "HTTP/1.1 201 Created\\r\\n", 24) = 24';
const begun = '12 fdatasync(24</data/links.db-wal> <unfinished ...>';
const ended = '12 <... fdatasync resumed>) = 0';
const other = '11 write(3<pipe>, "x", 1) = 1';

test.each([
  ['a sync', [written, '12 fdatasync(24</data/links.db-wal>) = 0', answered], 1],
  ['a sync during which another thread calls', [written, begun, other, ended, answered], 1],
  ['no sync', [written, answered], 0],
  ['an unfinished sync', [written, begun, answered, ended], 0],
  ['a sync of earlier writes', [begun, written, ended, answered], 0],
  ['the end of a sync of another thread', [written, begun, '13 <... fdatasync resumed>) = 0', answered], 0],
])('an answer after %s is counted correctly', (_, lines, synced) => {
  expect(countAnswers(lines.join('\n'))).toEqual({ synced, unsynced: 1 - synced });
});
