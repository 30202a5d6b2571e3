import type { Settings } from '#contract/settings.ts';

type WhatIsStoredProps = { readonly settings: Settings };

export function WhatIsStored({ settings }: WhatIsStoredProps) {
  return (
    <>
      <h3>What is stored, and where</h3>
      <ul>
        <li>
          The links you save (address and description, with the times of saving and changing) are kept in the
          database of this server until you delete them{expiryMessage(settings)}.{' '}
          <WhoseLinks settings={settings} />
        </li>
        <li>
          The content you paste is not stored by the server: it is held in memory while your request runs. So
          are the versions you get. For a day they may also be kept in encrypted form, together with a
          fingerprint of what was asked for, so that a request that has to be repeated gets the same answer.
          They open only with a number that your page makes for each click and that the server does not keep.
        </li>
        <li>
          To share fairly what there is, the server counts generations, with their time and cost, and how much
          is saved, by internet address. It keeps no address, only a fingerprint of it that is another one
          each day and is deleted within days.
        </li>
        <li>
          Your own browser keeps, in its storage for this page: the page itself and a copy of your links, so
          that both are there without a network; changes that are not saved yet; which links you ticked; how
          you export versions; the number of your last click on Generate, until you close the tab; deletions
          that you can still undo{settings.workspace === 'own' ? '; the recovery code of your workspace' : ''}
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
        {settings.workspace === 'own'
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

function WhoseLinks({ settings }: WhatIsStoredProps) {
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
