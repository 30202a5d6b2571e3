import { t } from '#web/lib/language.ts';
import { strong, tRich } from '#web/ui/rich-text.tsx';

import { useBuiltInWriter, type PageStores } from './page-stores.ts';

/** What the popover says. */
export function HowItWorksText({ stores }: { readonly stores: PageStores }) {
  const isBuiltIn = useBuiltInWriter(stores);
  const mayBringKeys = stores.settings.ownKeyHosts.length > 0;
  return (
    <>
      <p>
        {isBuiltIn
          ? t(
              'Your links are combined with your content. No AI model is connected here, so your text stays as it is: links go on words that name the thing, or into short lines.',
            )
          : t(
              'Your links are combined with your content, and the text is rewritten so that the links read naturally.',
            )}
      </p>
      {isBuiltIn && mayBringKeys ? (
        <p>
          {t('With “Use your own key”, an AI model also rewrites the text so that the links read naturally.')}
        </p>
      ) : null}
      <ol>
        <li>{t('Paste your links, and tick the ones to add.')}</li>
        <li>{t('Paste your content.')}</li>
        <li>{tRich('Press <strong>Generate</strong>, and choose one of three versions.', { strong })}</li>
      </ol>
      <p>{t('Your URLs are never changed.')}</p>
      <p className="field-note">{tRich('Press <key>?</key> for all keys.', { key: keyboardKey })}</p>
    </>
  );
}

function keyboardKey(words: string) {
  return <kbd>{words}</kbd>;
}
