import type { Settings } from '#contract/settings.ts';

/** Says in plain words what the product does with data. It must stay true: it changes with the product. */
export function TermsText({ settings }: { readonly settings: Settings }) {
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
          database of this server until someone deletes them. This installation has one list of links for
          everybody: whoever can open this page can see, change and delete them. Save nothing there that is
          secret.
        </li>
        <li>
          The content you paste and the versions you get are not stored by the server. They are held in memory
          while your request runs, and after that only in this page, until you press Reset or leave.
        </li>
        <li>
          Your own browser keeps (in its local storage) which links you ticked, the newest five links for the
          next visit, and deletions that you can still undo. You can clear that in your browser at any time.
        </li>
      </ul>
      <h3>What is sent to others</h3>
      <WhoWrites settings={settings} />
      <p>
        The page sets no cookies, counts no visits, and loads nothing from other sites. A link in a result
        contacts its site only when you click it.
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

function WhoWrites({ settings }: { readonly settings: Settings }) {
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
