import { versionNames, type NamesHowMany, type VersionName } from '#core/edits/version-names.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { strong, tRich } from '#web/ui/rich-text.tsx';
import { versionLabels } from '#web/version-view/shown-version.ts';

import { useBuiltInWriter, type PageStores } from './page-stores.ts';

/**
 * The code of the bookmarklet. It opens this page with the address and the title of the page that the visitor reads.
 */
const bookmarklet = () =>
  `javascript:void open('${window.location.origin}/?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title))`;

const stay = (event: Event) => event.preventDefault();

/** React refuses a script as the address of a link, so this sets it. The link is only dragged, never followed. */
function setUpBookmarklet(link: HTMLAnchorElement): () => void {
  link.setAttribute('href', bookmarklet());
  link.addEventListener('click', stay);
  return () => link.removeEventListener('click', stay);
}

type WriterTextProps = { readonly stores: PageStores };

export function HowItWorksText({ stores }: WriterTextProps) {
  return (
    <>
      {useBuiltInWriter(stores) ? <BuiltInWork stores={stores} /> : <ModelWork />}
      <ol>
        <li>{t('Paste your links and tick the ones to weave in.')}</li>
        <li>{t('Paste your content.')}</li>
        <li>
          {tRich(
            'Press <strong>Generate</strong>, then choose between three versions: safe, exploratory and experimental.' satisfies NamesHowMany,
            { strong },
          )}
        </li>
      </ol>
      <p>
        {t('To save a page while you read it, drag this link to your bookmarks bar and press it there:')}{' '}
        <a href="/" ref={setUpBookmarklet}>
          {t('Save this page as a link')}
        </a>
      </p>
      <p>{t('Your addresses are never changed: each one in the result is exactly the one you saved.')}</p>
    </>
  );
}

function BuiltInWork({ stores: { settings } }: WriterTextProps) {
  return (
    <>
      <p>
        {t(
          'Your links are combined with your content, here without AI: none of your words change. Links go on words of yours that name the thing. The others stand, depending on the version, in one line at the end, in short lines behind the sections they fit, or in a list.',
        )}
      </p>
      <p>
        {t(
          'With an AI model, the text is also rewritten so that the links read naturally, as if they had always been part of it.',
        )}
        {settings.ownKeyHosts.length === 0 ? null : ` ${t('For that, press “Use your own key”.')}`}
      </p>
    </>
  );
}

function ModelWork() {
  return (
    <>
      <p>
        {t(
          'Your links are combined with your content, and the text is rewritten so that the links read naturally, as if they had always been part of it.',
        )}
      </p>
      <p>
        {t(
          'Safe only adds to your words. Exploratory may reword about a tenth of your sentences, Experimental about a third.',
        )}
      </p>
    </>
  );
}

const purposes = {
  model: {
    safe: 'your words stay, links and sentences are added.',
    exploratory: 'about a tenth of your sentences may be reworded.',
    experimental: 'about a third may be reworded, for the best flow.',
  },
  builtIn: {
    safe: 'into one line at the end, if they fit the text.',
    exploratory: 'into short lines behind the sections they fit.',
    experimental: 'into a list near the end, with descriptions.',
  },
} as const satisfies Record<'model' | 'builtIn', Record<VersionName, EnglishText>>;

/** Says what the writer in use does to the text in each version. */
export function VersionPurposes({ stores }: WriterTextProps) {
  const isBuiltIn = useBuiltInWriter(stores);
  const purposeOf = purposes[isBuiltIn ? 'builtIn' : 'model'];
  return (
    <>
      {isBuiltIn ? (
        <p>
          {t(
            'Without AI, none of your words change. Links go on words of yours that name the thing. The others go:',
          )}
        </p>
      ) : null}
      <ul>
        {versionNames.map((name) => (
          <li key={name}>
            <strong>{t(versionLabels[name])}:</strong> {t(purposeOf[name])}
          </li>
        ))}
      </ul>
    </>
  );
}
