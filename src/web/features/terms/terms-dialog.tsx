import type { Settings } from '#contract/settings.ts';
import type { NamesHowMany } from '#core/edits/version-names.ts';
import { t, tCount } from '#web/lib/language.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { strong, tRich } from '#web/ui/rich-text.tsx';

type TermsProps = { readonly settings: Settings };

/** Says what the product does with data. Change it when the product changes. */
export function TermsDialog({ settings, onClose }: TermsProps & { readonly onClose: () => void }) {
  const { brandName: brand, companyName: company } = settings;
  return (
    <Dialog title={t('Terms of Service and Privacy Policy')} className="dialog-wide" onClose={onClose}>
      <div className="terms">
        <p className="field-note">{t('Effective date: 4/6/2025')}</p>
        <h3>{t('What this is')}</h3>
        <p>
          {t(
            '{brand} is a free demo by {company}. It rewrites your content in three ways with the links of your choice woven in. There is no account and no login.' satisfies NamesHowMany,
            { brand, company },
          )}
        </p>
        <WhatIsStored settings={settings} />
        <WhatIsSent settings={settings} />
        <WhatWeAsk />
        <h3>{t('No warranty')}</h3>
        <p>
          {t(
            'The demo is provided as it is, without warranty of any kind. It may change, pause or end at any time, and saved links may be lost. As far as the law allows, nobody is liable for damage that comes from using it.',
          )}
        </p>
        <h3>{t('Software of others')}</h3>
        <p>
          {t('This page is made with open source software.')}{' '}
          {externalLink('/licences.txt', t('Licences and notices'))}
        </p>
        <h3>{t('Questions')}</h3>
        <p>
          {tRich(
            'Write to {company} through <site>the product site</site>.',
            { site: (words) => externalLink(settings.productSiteUrl, words) },
            { company },
          )}
        </p>
      </div>
    </Dialog>
  );
}

function WhatWeAsk() {
  return (
    <>
      <h3>{t('What we ask of you')}</h3>
      <ul>
        <li>{t('Paste only content that you own or may use, and save only links that you may publish.')}</li>
        <li>{t('Read a version before you publish it: a machine wrote it, and it can be wrong.')}</li>
        <li>
          {t(
            'Tell your readers that your text holds affiliate links, as the law of your country and your partner programmes require.',
          )}
        </li>
        <li>{t('Do not use the demo for anything unlawful, and do not try to overload it.')}</li>
      </ul>
    </>
  );
}

function WhatIsStored({ settings }: TermsProps) {
  const isOwn = settings.workspace === 'own';
  return (
    <>
      <h3>{t('What is stored, and where')}</h3>
      <ul>
        <li>
          {keptLinksMessage(settings)}{' '}
          {isOwn
            ? t(
                'They are in a workspace of your own. Its key is in your browser, and the database knows only a fingerprint of it: other visitors do not see your links. Whoever has your recovery code, or uses your browser, does, and so can whoever runs this server.',
              )
            : t(
                'This installation has one list of links for everybody: whoever can open this page can see, change and delete them. Save nothing there that is secret.',
              )}
        </li>
        <li>
          {t(
            'The content you paste and your instructions are not stored by the server: they are held in memory while your request runs. So are the versions you get. For a day they may also be kept in encrypted form, together with a fingerprint of what was asked for, so that a request that has to be repeated gets the same answer. They open only with a number that your page makes for each click and that the server does not keep.',
          )}
        </li>
        <li>
          {t(
            'To share fairly what there is, the server counts generations, with their time and cost, and how much is saved, by internet address. It keeps no address, only a fingerprint of it that is another one each day and is deleted within days.',
          )}
        </li>
        <li>
          {t(
            'Your own browser keeps, in its storage for this page: the page itself and a copy of your links, so that both are there without a network; changes that are not saved yet; which links you ticked; your last text with its instructions and versions, and up to two texts before it that you did not restore, so that you can restore them, until you replace or reset them; your last 20 results with their texts and links, if you switch that on under “Your results”, until you delete them, there or with everything else; how you export versions, with the disclosure that you wrote; what you type into the form for a new link, until you save or discard it or close the tab; the number of your last click on Generate, until you close the tab; {others}. You can clear that in your browser at any time: changes that are not saved yet are lost then.',
            { others: otherKeptThings(settings) },
          )}
        </li>
        <li>
          {t(
            'Files and lists that you import are read in your browser; only the links you decide to import are sent.',
          )}
        </li>
      </ul>
      <h3>{t('Deleting')}</h3>
      <p>
        {t(
          'A link that you delete is taken out of the database once the time for Undo is over. Its random number is remembered for 30 days, so that a late request cannot bring it back.',
        )}{' '}
        {isOwn
          ? t(
              '“Your data”, at the foot of the page, deletes everything at once, here and in this browser. If you lose both your browser’s data and your recovery code, nobody can open or delete your links for you.',
            )
          : null}
      </p>
    </>
  );
}

function keptLinksMessage({ expiry }: Settings): string {
  if (expiry === null)
    return t(
      'The links you save (address and description, with the times of saving and changing) are kept in the database of this server until you delete them.',
    );
  return tCount(
    expiry.months,
    'The links you save (address and description, with the times of saving and changing) are kept in the database of this server until you delete them, or until nobody has opened your workspace for a month: if it has fewer than {links} links, it is then deleted with all of them.',
    'The links you save (address and description, with the times of saving and changing) are kept in the database of this server until you delete them, or until nobody has opened your workspace for {count} months: if it has fewer than {links} links, it is then deleted with all of them.',
    { links: expiry.belowLinks },
  );
}

/** Returns the end of the list of what the browser keeps. */
function otherKeptThings({ workspace, ownKeyHosts }: Settings): string {
  const hasOwnKeys = ownKeyHosts.length > 0;
  if (workspace === 'own')
    return hasOwnKeys
      ? t(
          'deletions that you can still undo; the recovery code of your workspace; and your own AI key, if you have it remembered',
        )
      : t('deletions that you can still undo; the recovery code of your workspace');
  return hasOwnKeys
    ? t('deletions that you can still undo; and your own AI key, if you have it remembered')
    : t('deletions that you can still undo');
}

function WhatIsSent({ settings }: TermsProps) {
  return (
    <>
      <h3>{t('What is sent to others')}</h3>
      {settings.writer === 'built-in' ? (
        <p>
          {t(
            'No AI model is configured here: the built-in writer works on this server, and neither your content nor your links leave it.',
          )}
        </p>
      ) : (
        <p>
          {tRich(
            'When you press Generate, your content, your instructions, and the addresses and descriptions of the ticked links are sent to the AI provider at <host>{host}</host>, which writes the versions. Its own terms say how it handles them. Nothing is sent before you press Generate. If you close or reload the page, the generation goes on here for about a minute, so that you can come back to it. Stop and Reset end it at once.',
            { host: strong },
            { host: settings.providerHost },
          )}
        </p>
      )}
      {settings.ownKeyHosts.length === 0 ? null : (
        <p>
          {t(
            'If you use your own key, that is different: your browser then sends your content, your instructions, the addresses and descriptions of the ticked links, and the key straight to the AI provider that you entered. Its terms hold, it sees your internet address and that of this page, and you pay what it charges. This server is given neither the key nor the content nor the versions. The key is gone when you close or reload the page, or, if you have it remembered, when you press “Forget key”. A generation with your key ends with the page.',
          )}
        </p>
      )}
      <p>
        {t(
          'If you write with the model of your browser, your content and your instructions stay on your device. The browser downloads the model from its maker once.',
        )}
      </p>
      <p>
        {settings.workspace === 'shared'
          ? t('The page sets no cookies.')
          : t(
              'One cookie is set when you first save a link. It holds the key to your workspace for up to 400 days after your last visit, is sent to this server alone, and serves nothing else.',
            )}{' '}
        {t(
          'The page counts no visits, and loads nothing from other sites. A link in a result contacts its site only when you click it.',
        )}
      </p>
    </>
  );
}

function externalLink(url: string, words: string) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}
