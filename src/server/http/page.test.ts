import { expect, test } from 'vitest';

import { fillPage } from './page.ts';

const settings = {
  brandName: '<b>"$&\'</script>',
  companyName: '</script><script>alert(1)</script>',
  productSiteUrl: 'https://a.example/?x=$1&y',
  writer: 'built-in',
  providerHost: '',
  workspace: 'own',
  cacheBytes: 41_943_040,
} as const;

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
