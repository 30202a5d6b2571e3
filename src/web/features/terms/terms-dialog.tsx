import type { Settings } from '#contract/settings.ts';
import type { NamesHowMany } from '#core/edits/version-names.ts';
import type { EnglishText } from '#web/german/german.ts';
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
        <p>
          {t(
            '{brand} is a free demo by {company}, without account or login. It writes your content in three ways with your links.' satisfies NamesHowMany,
            { brand, company },
          )}
        </p>
        <OnTheServer settings={settings} />
        <InTheBrowser settings={settings} />
        <SentToOthers settings={settings} />
        <WhatWeAsk />
        <h3>{t('No warranty')}</h3>
        <p>
          {t(
            'The demo comes as it is, without warranty of any kind. It may change, pause or end at any time, and saved links may be lost. As far as the law allows, nobody is liable for damage from its use.',
          )}
        </p>
        <h3>{t('Questions')}</h3>
        <p>
          {tRich(
            'Write to {company} through <site>the product site</site>.',
            { site: (words) => externalLink(settings.productSiteUrl, words) },
            { company },
          )}{' '}
          {t('Made with open source software.')} {externalLink('./licences.txt', t('Licences and notices'))}
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
        <li>{t('Use only content and links that you may publish.')}</li>
        <li>{t('Read a version before you publish it: a machine wrote it, and it can be wrong.')}</li>
        <li>{t('Tell your readers about affiliate links, as the law and your programmes require.')}</li>
        <li>{t('Do nothing unlawful with the demo, and do not try to overload it.')}</li>
      </ul>
    </>
  );
}

const whoSees = {
  own: 'Other visitors do not see them. Only you can, and whoever has your recovery code, uses your browser or runs this server. The database has only a fingerprint of the key to your workspace.',
  user: 'Other users do not see them. Only you can after you have signed in, and whoever runs this server.',
  shared:
    'All visitors share one list: whoever can open this page can see, change and delete its links. Save nothing secret.',
} as const satisfies Record<Settings['workspace'], EnglishText>;

function OnTheServer({ settings }: TermsProps) {
  const isOwn = settings.workspace === 'own';
  return (
    <>
      <h3>{t('On this server')}</h3>
      <ul>
        <li>{keptLinksMessage(settings)}</li>
        <li>{t(whoSees[settings.workspace])}</li>
        <li>
          {t(
            'Your content, instructions and versions are in memory while your request runs. For a day, versions may be kept encrypted, with a fingerprint of the request, to answer it again. Only your page keeps the number that opens them, a new one for each click.',
          )}
        </li>
        <li>
          {t(
            'To share fairly, the server counts your generations, their time and cost, and what you save. It knows you only by a fingerprint of your internet address, which changes daily and is deleted within days.',
          )}
        </li>
        <li>
          {t(
            'A deleted link leaves the database when Undo ends. Its random number stays for 30 days, so that no late request brings it back.',
          )}
        </li>
        {isOwn ? (
          <li>
            {t(
              '“Your data”, at the foot of the page, deletes everything at once, here and in your browser. Without your browser’s data and your recovery code, nobody can open or delete your links.',
            )}
          </li>
        ) : null}
      </ul>
    </>
  );
}

function keptLinksMessage({ expiry }: Settings): string {
  if (expiry === null)
    return t('Your links (URL, description, times of saving and changing) stay until you delete them.');
  return tCount(
    expiry.months,
    'Your links (URL, description, times of saving and changing) stay until you delete them. A workspace with fewer than {links} links is deleted when nobody has opened it for a month.',
    'Your links (URL, description, times of saving and changing) stay until you delete them. A workspace with fewer than {links} links is deleted when nobody has opened it for {count} months.',
    { links: expiry.belowLinks },
  );
}

function InTheBrowser({ settings: { workspace, ownKeyHosts } }: TermsProps) {
  const isOwn = workspace === 'own';
  return (
    <>
      <h3>{t('In your browser')}</h3>
      <ul>
        <li>{t('The page, a copy of your links, unsaved changes, and deletions that you can undo.')}</li>
        <li>
          {t(
            'Ticked links, your last text with instructions and versions, and up to two earlier texts, until you restore, replace or reset them.',
          )}
        </li>
        <li>{t('Your last 20 results, if you turn that on under “Your data”, until you delete them.')}</li>
        <li>
          {t('Export settings, your disclosure, and your links for whole shops.')}{' '}
          {isOwn ? t('The recovery code of your workspace.') : null}{' '}
          {ownKeyHosts.length === 0 ? null : t('Your AI key, if you have it remembered.')}
        </li>
        <li>
          {t(
            'Until you close the tab: a link that you typed and did not save or discard, and the number of your last click on Generate.',
          )}
        </li>
        <li>
          {isOwn
            ? t(
                'From your first saved link on, a cookie with the key to your workspace, for up to 400 days after your last visit. It is sent to this server alone, and serves nothing else.',
              )
            : null}{' '}
          {t('A cookie with the language, if you choose one.')}
        </li>
        <li>{t('Imports are read here. Only the links that you choose are sent.')}</li>
      </ul>
      <p>{t('You can clear all of this in your browser. Unsaved changes are then lost.')}</p>
    </>
  );
}

function SentToOthers({ settings }: TermsProps) {
  return (
    <>
      <h3>{t('What is sent to others')}</h3>
      <ul>
        {settings.writer === 'built-in' ? (
          <li>
            {t(
              'No AI model is connected: the built-in writer works on this server, and neither your content nor your links leave it.',
            )}
          </li>
        ) : (
          <li>
            {tRich(
              'Only when you press Generate, your content, instructions, and the addresses and descriptions of the ticked links go to the AI provider at <host>{host}</host>. Its terms apply.',
              { host: strong },
              { host: settings.providerHost },
            )}{' '}
            {t(
              'If you leave the page, the generation runs on for about a minute, so that you can come back. Stop and Reset end it.',
            )}
          </li>
        )}
        {settings.ownKeyHosts.length === 0 ? null : (
          <>
            <li>
              {t(
                'With your own key, your browser sends content, links and key straight to the provider that you entered. Its terms and prices apply, and it sees your internet address and that of this page. This server gets neither key nor content nor versions.',
              )}
            </li>
            <li>
              {t(
                'The key is gone when you close or reload the page or, if remembered, when you press “Forget key”. A generation with it ends with the page.',
              )}
            </li>
          </>
        )}
        <li>
          {t(
            'With your browser’s model, content and instructions stay on your device. The browser downloads the model from its maker once.',
          )}
        </li>
        <li>
          {t(
            'The page counts no visits and loads nothing from other sites. A link in a result contacts its site only when you click it.',
          )}
        </li>
      </ul>
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
