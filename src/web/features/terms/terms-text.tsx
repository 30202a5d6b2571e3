import type { Settings } from '#contract/settings.ts';

import { WhatIsSent } from './what-is-sent.tsx';
import { WhatIsStored } from './what-is-stored.tsx';

type TermsTextProps = { readonly settings: Settings };

/** Says what the product does with data. Change it when the product changes. */
export function TermsText({ settings }: TermsTextProps) {
  return (
    <>
      <h3>What this is</h3>
      <p>
        {settings.brandName} is a free demo by {settings.companyName}. It rewrites your content in three ways
        with the links of your choice woven in. There is no account and no login.
      </p>
      <WhatIsStored settings={settings} />
      <WhatIsSent settings={settings} />
      <h3>What we ask of you</h3>
      <ul>
        <li>Paste only content that you own or may use, and save only links that you may publish.</li>
        <li>Read a version before you publish it: a machine wrote it, and it can be wrong.</li>
        <li>
          Tell your readers that your text holds affiliate links, as the law of your country and your partner
          programmes require.
        </li>
        <li>Do not use the demo for anything unlawful, and do not try to overload it.</li>
      </ul>
      <h3>No warranty</h3>
      <p>
        The demo is provided as it is, without warranty of any kind. It may change, pause or end at any time,
        and saved links may be lost. As far as the law allows, nobody is liable for damage that comes from
        using it.
      </p>
      <h3>Software of others</h3>
      <p>
        This page is made with open source software.{' '}
        <a href="/licences.txt" target="_blank" rel="noopener noreferrer">
          Licences and notices
        </a>
      </p>
      <h3>Questions</h3>
      <p>
        Write to {settings.companyName} through{' '}
        <a href={settings.productSiteUrl} target="_blank" rel="noopener noreferrer">
          the product site
        </a>
        .
      </p>
    </>
  );
}
