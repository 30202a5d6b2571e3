import { useId, useMemo, useState, type FormEvent } from 'react';

import {
  amazonSentenceFor,
  defaultDisclosure,
  disclosureLanguageOf,
  disclosureLimit,
  disclosureWords,
  readyDisclosureOf,
  readyDisclosures,
  type DisclosureLanguage,
} from '#core/export/disclosure.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceField, Dialog } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import type { ExportSettings } from './export-settings.ts';
import { prepare } from './write-format.ts';

type DisclosureDialogProps = {
  readonly shown: ShownVersion;
  readonly settings: ExportSettings;
  readonly onClose: () => void;
};

/** Changes the disclosure for all texts in the language of this one. */
export function DisclosureDialog({ shown, settings, onClose }: DisclosureDialogProps) {
  const language = disclosureLanguageOf(shown.generation.text);
  const usual = defaultDisclosure(language);
  const saved = disclosureWords(settings.get().disclosureTexts[language] ?? '');
  const [text, setText] = useState(saved ?? usual);
  const [isRefused, setRefused] = useState(false);
  const failureId = useId();
  const urls = useMemo(() => prepare(shown, settings.get()).links.map(({ url }) => url), [shown, settings]);
  const chosen = readyDisclosureOf(text);
  const ready = readyDisclosures.map(({ by }) => [by, t(readyNames[by])] as const);

  function choose(words: string | null, message: string): void {
    settings.chooseDisclosure(language, words);
    announce(message);
    onClose();
  }

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const words = disclosureWords(text);
    setRefused(words === null);
    if (words === null) event.currentTarget.querySelector('textarea')?.focus();
    else choose(words === usual ? null : words, t('Disclosure saved'));
  }

  return (
    <Dialog title={t('Edit the disclosure')} onClose={onClose} isDirty={text !== (saved ?? usual)}>
      <form className="disclosure-form" noValidate onSubmit={save}>
        <p>{t(explanations[language])}</p>
        <FailureBox
          message={isRefused ? t('Write at least one word, or press Use the default.') : null}
          id={failureId}
        />
        <ChoiceField
          label={t('Start from a ready text')}
          value={chosen?.by ?? ''}
          options={chosen === null ? [['', t('Your own text')], ...ready] : ready}
          onChoose={(name) => setText(readyDisclosures.find(({ by }) => by === name)?.words ?? text)}
        />
        <OwnText text={text} onChange={setText} errorId={isRefused ? failureId : undefined} />
        <AmazonNote text={text} sentence={amazonSentenceFor(urls, text, language)} />
        <div className="dialog-actions">
          <Button
            className="default-button"
            off={saved === null && text === usual}
            onClick={() => choose(null, t('The default disclosure is back'))}
          >
            {t('Use the default')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit">
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const explanations = {
  en: 'Readers see it before the first link of your texts in English. This browser remembers it.',
  de: 'Readers see it before the first link of your texts in German. This browser remembers it.',
  es: 'Readers see it before the first link of your texts in Spanish. This browser remembers it.',
  other:
    'Readers see it before the first link of your texts in other languages than English, German and Spanish. This browser remembers it.',
} as const satisfies Record<DisclosureLanguage, EnglishText>;

const readyNames = {
  ftc: 'FTC, United States',
  asa: 'ASA, United Kingdom',
  'german-werbung': 'German law, with “Werbung”',
  'german-anzeige': 'German law, with “Anzeige”',
  spain: 'Spanish, with “Publicidad”',
} as const satisfies Record<(typeof readyDisclosures)[number]['by'], EnglishText>;

type OwnTextProps = {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Id of the element with the error message, if the text is refused. */
  readonly errorId: string | undefined;
};

function OwnText({ text, onChange, errorId }: OwnTextProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="text-field">
      <label htmlFor={id}>{t('Text')}</label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        maxLength={disclosureLimit}
        value={text}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId === undefined ? noteId : `${errorId} ${noteId}`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="field-note" id={noteId}>
        {t('{count} of {limit} characters. Words only: an address in it is no link.', {
          count: text.length,
          limit: disclosureLimit,
        })}
      </p>
    </div>
  );
}

/** Says which sentence of Amazon follows a ready text, or is missing in a text of the user's own. */
function AmazonNote({ text, sentence }: { readonly text: string; readonly sentence: string | null }) {
  if (sentence === null || text.includes(sentence)) return null;
  return (
    <p className="field-note">
      {readyDisclosureOf(text) === null
        ? t(
            'One of your links leads to Amazon. Amazon asks for this sentence, which is not added to your own text: “{sentence}”',
            { sentence },
          )
        : t('One of your links leads to Amazon. The sentence that Amazon asks for is added: “{sentence}”', {
            sentence,
          })}
    </p>
  );
}
