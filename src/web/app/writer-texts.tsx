import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { versionLabels } from '#web/version-view/shown-version.ts';

import { useBuiltInWriter, type PageStores } from './page-stores.ts';

type WriterTextProps = { readonly stores: PageStores };

const purposes = {
  model: {
    safe: 'your text stays as it is; links and a few sentences are added.',
    exploratory: 'about a tenth of your sentences may be rewritten.',
    experimental: 'more is rewritten so that the links read smoothly.',
  },
  builtIn: {
    safe: 'in one line at the end.',
    exploratory: 'in short lines after the sections they fit.',
    experimental: 'in a list near the end, with descriptions.',
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
            'Without AI, your words stay as they are. Links go on words that name the thing. The others are added:',
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
