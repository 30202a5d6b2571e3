import type { Settings } from '#contract/settings.ts';
import { Dialog } from '#web/ui/dialog.tsx';

type TermsProps = { readonly settings: Settings };

/** Says what the product does with data. Change it when the product changes. */
export function TermsDialog({ settings, onClose }: TermsProps & { readonly onClose: () => void }) {
  return (
    <Dialog title="Terms of Service and Privacy Policy" className="dialog-wide" onClose={onClose}>
      <div className="terms">
        <p className="field-note">Effective date: 4/6/2025</p>
        <h3>What this is</h3>
        <p>
          {settings.brandName} is a free demo by {settings.companyName}. It rewrites your content in three
          ways with the links of your choice woven in. There is no account and no login.
        </p>
        <WhatIsStored settings={settings} />
        <WhatIsSent settings={settings} />
        <h3>What we ask of you</h3>
        <ul>
          <li>Paste only content that you own or may use, and save only links that you may publish.</li>
          <li>Read a version before you publish it: a machine wrote it, and it can be wrong.</li>
          <li>
            Tell your readers that your text holds affiliate links, as the law of your country and your
            partner programmes require.
          </li>
          <li>Do not use the demo for anything unlawful, and do not try to overload it.</li>
        </ul>
        <h3>No warranty</h3>
        <p>
          The demo is provided as it is, without warranty of any kind. It may change, pause or end at any
          time, and saved links may be lost. As far as the law allows, nobody is liable for damage that comes
          from using it.
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
      </div>
    </Dialog>
  );
}

function WhatIsStored({ settings }: TermsProps) {
  const isOwn = settings.workspace === 'own';
  return (
    <>
      <h3>What is stored, and where</h3>
      <ul>
        <li>
          The links you save (address and description, with the times of saving and changing) are kept in the
          database of this server until you delete them{expiryMessage(settings)}.{' '}
          {isOwn
            ? 'They are in a workspace of your own. Its key is in your browser, and the database knows only a fingerprint of it: other visitors do not see your links. Whoever has your recovery code, or uses your browser, does, and so can whoever runs this server.'
            : 'This installation has one list of links for everybody: whoever can open this page can see, change and delete them. Save nothing there that is secret.'}
        </li>
        <li>
          The content you paste and your instructions are not stored by the server: they are held in memory
          while your request runs. So are the versions you get. For a day they may also be kept in encrypted
          form, together with a fingerprint of what was asked for, so that a request that has to be repeated
          gets the same answer. They open only with a number that your page makes for each click and that the
          server does not keep.
        </li>
        <li>
          To share fairly what there is, the server counts generations, with their time and cost, and how much
          is saved, by internet address. It keeps no address, only a fingerprint of it that is another one
          each day and is deleted within days.
        </li>
        <li>
          Your own browser keeps, in its storage for this page: the page itself and a copy of your links, so
          that both are there without a network; changes that are not saved yet; which links you ticked; your
          last text with its instructions and versions, so that you can restore it, until you replace or reset
          it; your last 20 results with their texts and links, if you switch that on under “Your results”,
          until you delete them, there or with everything else; how you export versions, with the disclosure
          that you wrote; the number of your last click on Generate, until you close the tab; deletions that
          you can still undo
          {isOwn ? '; the recovery code of your workspace' : ''}
          {settings.ownKeyHosts.length === 0 ? '' : '; and your own AI key, if you have it remembered'}. You
          can clear that in your browser at any time: changes that are not saved yet are lost then.
        </li>
        <li>
          Files and lists that you import are read in your browser; only the links you decide to import are
          sent.
        </li>
      </ul>
      <h3>Deleting</h3>
      <p>
        A link that you delete is taken out of the database once the time for Undo is over. Its random number
        is remembered for 30 days, so that a late request cannot bring it back.{' '}
        {isOwn
          ? '“Your data”, at the foot of the page, deletes everything at once, here and in this browser. If you lose both your browser’s data and your recovery code, nobody can open or delete your links for you.'
          : null}
      </p>
    </>
  );
}

function expiryMessage({ expiry }: Settings): string {
  if (expiry === null) return '';
  const months = expiry.months === 1 ? 'a month' : `${expiry.months} months`;
  return `, or until nobody has opened your workspace for ${months}: if it has fewer than ${expiry.belowLinks.toLocaleString('en')} links, it is then deleted with all of them`;
}

function WhatIsSent({ settings }: TermsProps) {
  return (
    <>
      <h3>What is sent to others</h3>
      {settings.writer === 'built-in' ? (
        <p>
          No AI model is configured here: the built-in writer works on this server, and neither your content
          nor your links leave it.
        </p>
      ) : (
        <p>
          When you press Generate, your content, your instructions, and the addresses and descriptions of the
          ticked links are sent to the AI provider at <strong>{settings.providerHost}</strong>, which writes
          the versions. Its own terms say how it handles them. Nothing is sent before you press Generate. If
          you close or reload the page, the generation goes on here for about a minute, so that you can come
          back to it. Stop and Reset end it at once.
        </p>
      )}
      {settings.ownKeyHosts.length === 0 ? null : (
        <p>
          If you use your own key, that is different: your browser then sends your content, your instructions,
          the addresses and descriptions of the ticked links, and the key straight to the AI provider that you
          entered. Its terms hold, it sees your internet address and that of this page, and you pay what it
          charges. This server is given neither the key nor the content nor the versions. The key is gone when
          you close or reload the page, or, if you have it remembered, when you press “Forget key”. A
          generation with your key ends with the page.
        </p>
      )}
      <p>
        {settings.workspace === 'shared'
          ? 'The page sets no cookies.'
          : 'One cookie is set when you first save a link. It holds the key to your workspace for up to 400 days after your last visit, is sent to this server alone, and serves nothing else.'}{' '}
        The page counts no visits, and loads nothing from other sites. A link in a result contacts its site
        only when you click it.
      </p>
    </>
  );
}
