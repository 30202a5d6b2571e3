import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { streamed } from '#provider/completion-steps.ts';
import { serveGenerations } from '#provider/serve-generations.ts';

const url = 'https://a.example/';
const content = '## Iron\n\nAn iron pan is heavy.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n';
const reply = (['SAFE', 'INTERESTING', 'CRAZY'] as const)
  .map((name) => `VERSION: ${name}\nLINK 2: [[iron pan]]((L1))\n`)
  .join('');

const answerSchema = z.object({ versions: z.object({ safe: z.string() }) });

async function open(text = content) {
  const { ask, order, stream } = await serveGenerations(streamed(reply), { LIMIT_RUNNING: '0' });
  return {
    stream,
    order: { ...order, content: text },
    async safe(wishes: object) {
      const { status, body } = await ask({ body: { ...order, content: text, ...wishes } });
      expect([status, body]).toEqual([200, expect.anything()]);
      return answerSchema.parse(body).versions.safe;
    },
    ask,
  };
}

test('versions come in each format, with the rel and the disclosure of the page', async () => {
  const { safe } = await open();
  const disclosed = 'I get commissions for purchases made through links in this post.';
  expect(await safe({})).toContain(`[[iron pan]]((${url}))`);
  for (const format of ['source', 'markdown']) {
    expect(await safe({ format, disclosure: false })).toBe(content.replace('iron pan', `[iron pan](${url})`));
    expect(await safe({ format })).toContain(disclosed);
  }
  const html = await safe({ format: 'html' });
  expect(html).toContain(`<a href="${url}" rel="sponsored nofollow">iron pan</a>`);
  expect(html).toContain('<h2>Iron</h2>');
  expect(await safe({ format: 'html', rel: 'none' })).toContain(`<a href="${url}">iron pan</a>`);
  const blocks = await safe({ format: 'wordpress', disclosure: false });
  expect(blocks.match(/<!-- wp:\w+/gu)).toEqual(['<!-- wp:heading', '<!-- wp:paragraph', '<!-- wp:table']);
  expect(await safe({ format: 'plain', disclosure: false })).toContain(`An iron pan (${url}) is heavy.`);
});

test('the text of an HTML content becomes Markdown, with its tables', async () => {
  const { safe } = await open(
    '<p>Old.</p><p>An iron pan is heavy.</p><table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
  );
  const markdown = await safe({ format: 'markdown', disclosure: false });
  expect(markdown).toContain(`An [iron pan](${url}) is heavy.`);
  expect(markdown).toContain('| a | b |\n| --- | --- |\n| 1 | 2 |');
});

test('a stream has the versions in its result if it has a format', async () => {
  const { stream, order } = await open();
  const { whole } = await stream({ body: { ...order, format: 'plain' } });
  expect(await whole).toMatch(
    /event: result\ndata: .*"versions":\{"safe":".*iron pan \(https:\/\/a\.example\/\)/u,
  );
  const plain = await stream({ body: order });
  expect(await plain.whole).not.toContain('"versions":');
});

test('an unknown format is refused before anything is paid', async () => {
  const { ask, order } = await open();
  expect(await ask({ body: { ...order, format: 'pdf' } })).toMatchObject({ status: 400 });
});
