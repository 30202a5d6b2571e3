import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { LinkReport, VersionReport } from '#core/report/version-report.ts';
import { testGeneration } from '#web/api/test-generation.ts';
import type { EditedView } from '#web/version-view/shown-version.ts';

import { LinkReportView } from './link-report-view.tsx';

const text = 'My knife cuts.';
const offer = { id: 'o', start: text.length, end: text.length, text: ' More.', by: 'built-in' } as const;

function link(id: string, given: Partial<LinkReport>): LinkReport {
  const url = `https://${id}.example/`;
  return { linkId: id, url, status: 'woven', times: 0, by: null, offer: null, skipReason: '', ...given };
}

const skipped = (id: string, skipReason = '') => link(id, { status: 'skipped', offer, skipReason });

type Drawn = Partial<Pick<VersionReport, 'links' | 'claims'>> &
  Partial<Pick<EditedView, 'places' | 'onSelect'>>;

/** Returns the view as HTML: what is always shown, and the details that the user can open. */
function draw({ links = [], claims = [], places, onSelect }: Drawn) {
  const generation = {
    ...testGeneration(text),
    links: links.map(({ linkId: id, url }) => ({
      id,
      url,
      description: `The ${id}`,
      integrations: 1 as const,
    })),
  };
  const report = { ...generation.report.safe, links, claims };
  const html = renderToStaticMarkup(
    <LinkReportView
      shown={{ generation, version: 'safe', edits: [], report }}
      isEmpty={false}
      {...(places && { places })}
      {...(onSelect && { onSelect })}
      outdated={{ isText: false, linkIds: '' }}
    >
      {null}
    </LinkReportView>,
  );
  const [details = ''] = /<div class="report-details".*<\/div>/u.exec(html) ?? [];
  return { html, details, always: html.replace(details, '') };
}

const press = () => {};

test('a link that was left out is counted in the line of figures; the report says why, and can add it', () => {
  const links = [link('knife', { times: 1, by: 'model' }), skipped('tent', 'It is about cooking.')];
  const { html, always, details } = draw({ links, places: new Map([['tent', press]]) });
  expect(html).toContain('report-good');
  expect(always).toContain('1 of 2 links added · 1 left out');
  expect(details).toContain('It is about cooking');
  expect(details).toContain('aria-label="Add it anyway: The tent"');
  expect(draw({ links }).html).not.toContain('Add it anyway');
});

test('the reason of a link that was left out is only text, and may be missing', () => {
  const { details } = draw({ links: [skipped('a', '<img src=x> <b>no</b>'), skipped('b')] });
  expect(details).toContain('&lt;img src=x&gt; &lt;b&gt;no&lt;/b&gt;');
  expect(details).toContain('The b');
});

test('each claim is counted, and in the report it leads to its edit', () => {
  const claim = { editId: '1', kind: 'price', text: 'It costs $30.' } as const;
  const line = 'Check this claim: “It costs $30.” (a price)';
  const plain = draw({ claims: [claim] });
  expect(plain.html).toContain('report-amiss');
  expect(plain.always).toContain('1 claim to check');
  expect(plain.details).toContain(`<li>${line}</li>`);
  expect(draw({ claims: [claim], onSelect: press }).details).toContain(
    `class="report-claim">${line}</button>`,
  );
  const kinds = ['experience', 'figure', 'superlative', 'health'] as const;
  const many = draw({ claims: [claim, ...kinds.map((kind) => ({ ...claim, kind, text: kind }))] });
  expect(many.always).toContain('5 claims to check');
  expect(many.details).toContain('Check this claim: “health” (about health)');
});
