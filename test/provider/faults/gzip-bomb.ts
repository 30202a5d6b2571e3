import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';

import { inOrder, type Step } from '#provider/exchange.ts';
import { head } from '#provider/steps.ts';

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const blockLength = 1024 * 1024;
const blocks = 4096;

/**
 * Sends a few megabytes of gzip that decompress to four gigabytes. One flushed block is made once and sent repeatedly,
 * so that the test need not compress gigabytes.
 */
export function bomb(mediaType: string, content: string): Step {
  return inOrder(head(200, { 'content-type': mediaType, 'content-encoding': 'gzip' }), async (exchange) => {
    const inflated = content.repeat(Math.ceil(blockLength / content.length));
    const block = await compress(inflated, { finishFlush: constants.Z_FULL_FLUSH });
    await exchange.write(gzipHead);
    for (let sent = 0; sent < blocks && !exchange.signal.aborted; sent += 1) await exchange.write(block);
    exchange.response.end();
  });
}

const compress = promisify<string, { finishFlush: number }, Buffer>(deflateRaw);
