import { expect, test } from 'vitest';

import type { Settings } from '#contract/settings.ts';

import { fillPage } from './page.ts';

const settings: Settings = {
  brandName: '<b>"$&\'</script>',
  companyName: '</script><script>alert(1)</script>',
  productSiteUrl: 'https://a.example/?x=$1&y',
  writer: 'built-in',
  providerHost: '',
  workspace: 'own',
  cacheBytes: 41_943_040,
  contentLimits: { maxContentChars: 100_000, model: null, protocol: 'edits' },
  expiry: null,
  ownKeyHosts: [],
  reachesDevice: false,
  proofOfWork: false,
};

test('no name breaks out of the page, and the page reads the settings as they are', () => {
  const page = fillPage(
    '<title>__BRAND__</title><script type="application/json">__SETTINGS__</script>',
    settings,
  );
  const [, title = '', data = ''] =
    /^<title>(.*)<\/title><script type="application\/json">(.*)<\/script>$/.exec(page) ?? [];
  expect(title).toBe('&lt;b&gt;&quot;$&amp;&#39;&lt;/script&gt;');
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toEqual(settings);
});
