import type { Settings } from '#contract/settings.ts';

type TermsTextProps = { readonly settings: Settings };

/** Says in plain words what the product does with data. It must stay true: it changes with the product. */
export function TermsText({ settings }: TermsTextProps) {
  return (
    <>
      <h3>What this is</h3>
      <p>
        {settings.brandName} is a free demo by {settings.companyName}. It rewrites your content in three ways
        with the links of your choice woven in. There is no account and no login.
      </p>
      <h3>What is stored, and where</h3>
      <ul>
        <li>
          The links you save (address and description, with the times of saving and changing) are kept in the
          database of this server until you delete them. <WhoseLinks settings={settings} />
        </li>
        <li>
          The content you paste and the versions you get are not stored by the server. They are held in memory
          while your request runs, and after that only in this page, until you press Reset or leave. Files and
          lists that you import are read in your browser; only the links you decide to import are sent.
        </li>
        <li>
          Your own browser keeps, in its storage for this page: the page itself and a copy of your links, so
          that both are there without a network; changes that are not saved yet; which links you ticked; and
          deletions that you can still undo. You can clear that in your browser at any time: changes that are
          not saved yet are lost then.
        </li>
      </ul>
      <Deletion settings={settings} />
      <h3>What is sent to others</h3>
      <WhoWrites settings={settings} />
      <p>
        <Cookies settings={settings} /> The page counts no visits, and loads nothing from other sites. A link
        in a result contacts its site only when you click it.
      </p>
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

function WhoseLinks({ settings }: TermsTextProps) {
  if (settings.workspace === 'shared') {
    return (
      <>
        This installation has one list of links for everybody: whoever can open this page can see, change and
        delete them. Save nothing there that is secret.
      </>
    );
  }
  return (
    <>
      They are in a workspace of your own. Its key is in your browser, and the database knows only a
      fingerprint of it: other visitors do not see your links. Whoever has your recovery code, or uses your
      browser, does, and so can whoever runs this server.
    </>
  );
}

function Deletion({ settings }: TermsTextProps) {
  return (
    <>
      <h3>Deleting</h3>
      <p>
        A link that you delete is taken out of the database once the time for Undo is over. Its random number
        is remembered for 30 days, so that a late request cannot bring it back.{' '}
        {settings.workspace === 'own'
          ? '“Your data”, at the foot of the page, deletes everything at once, here and in this browser. If you lose both your browser’s data and your recovery code, nobody can open or delete your links for you.'
          : null}
      </p>
    </>
  );
}

function Cookies({ settings }: TermsTextProps) {
  if (settings.workspace === 'shared') return 'The page sets no cookies.';
  return 'One cookie is set when you first save a link. It holds the key to your workspace for up to 400 days after your last visit, is sent to this server alone, and serves nothing else.';
}

function WhoWrites({ settings }: TermsTextProps) {
  if (settings.writer === 'built-in') {
    return (
      <p>
        Nothing. No AI model is configured here: the built-in writer works on this server, and neither your
        content nor your links leave it.
      </p>
    );
  }
  return (
    <p>
      When you press Generate, your content and the addresses and descriptions of the ticked links are sent to
      the AI provider at <strong>{settings.providerHost}</strong>, which writes the versions. Its own terms
      say how it handles them. Nothing is sent before you press Generate.
    </p>
  );
}
