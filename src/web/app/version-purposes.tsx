import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { versionLabels } from '#web/version-view/shown-version.ts';

import type { PageStores } from './page-memory.tsx';
import { useBuiltInWriter } from './writer-in-use.ts';

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

/** Returns the component that says what the writer in use does to the text in each version. */
export function createVersionPurposes(stores: PageStores) {
  return function VersionPurposes() {
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
  };
}
