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
import { prepare } from '#export/formats/write-format.ts';

type DisclosureDialogProps = {
  readonly shown: ShownVersion;
  readonly settings: ExportSettings;
  readonly draft: DisclosureDraft;
  readonly onClose: () => void;
};

/** What was written and not saved, if the dialog was closed. Null: nothing. */
export type DisclosureDraft = { read(): string | null; write(text: string | null): void };

/** Changes the disclosure for all texts in the language of this one. */
export function DisclosureDialog({ shown, settings, draft, onClose }: DisclosureDialogProps) {
  const language = disclosureLanguageOf(shown.generation.text);
  const usual = defaultDisclosure(language);
  const saved = disclosureWords(settings.get().disclosureTexts[language] ?? '');
  const [text, setText] = useState(draft.read() ?? saved ?? usual);
  const [isRefused, setRefused] = useState(false);
  const failureId = useId();

  function close(unsaved: string | null = null): void {
    draft.write(unsaved);
    onClose();
  }

  function choose(words: string | null, message: string): void {
    settings.chooseDisclosure(language, words);
    announce(message);
    close();
  }

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const words = disclosureWords(text);
    setRefused(words === null);
    if (words === null) event.currentTarget.querySelector('textarea')?.focus();
    else choose(words === usual ? null : words, t('Disclosure saved'));
  }

  return (
    <Dialog
      title={t('Edit the disclosure')}
      lightDismiss={text === (saved ?? usual)}
      onClose={() => close(text === (saved ?? usual) ? null : text)}
    >
      <form className="disclosure-form" noValidate onSubmit={save}>
        <p>{t(explanations[language])}</p>
        <FailureBox
          message={isRefused ? t('Write at least one word, or use the default.') : null}
          id={failureId}
        />
        <TemplateChoice text={text} onChange={setText} />
        <OwnText text={text} onChange={setText} errorId={isRefused ? failureId : undefined} />
        <AmazonNote {...{ text, language, shown, settings }} />
        <div className="dialog-actions">
          <Button
            className="default-button"
            off={saved === null && text === usual}
            onClick={() => choose(null, t('Default disclosure restored'))}
          >
            {t('Use the default')}
          </Button>
          <Button onClick={() => close()}>{t('Cancel')}</Button>
          <Button look="primary" type="submit">
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type TextProps = { readonly text: string; readonly onChange: (text: string) => void };

function TemplateChoice({ text, onChange }: TextProps) {
  const chosen = readyDisclosureOf(text);
  const ready = readyDisclosures.map(({ by }) => [by, t(readyNames[by])] as const);
  return (
    <ChoiceField
      label={t('Template')}
      value={chosen?.by ?? ''}
      options={chosen === null ? [['', t('Your own text')], ...ready] : ready}
      onChoose={(name) => onChange(readyDisclosures.find(({ by }) => by === name)?.words ?? text)}
    />
  );
}

const explanations = {
  en: 'Shown below the title of your English texts. This browser remembers it.',
  de: 'Shown below the title of your German texts. This browser remembers it.',
  es: 'Shown below the title of your Spanish texts. This browser remembers it.',
  other: 'Shown below the title of your texts in other languages. This browser remembers it.',
} as const satisfies Record<DisclosureLanguage, EnglishText>;

const readyNames = {
  ftc: 'US (FTC)',
  asa: 'UK (ASA)',
  'german-werbung': 'Germany (“Werbung”)',
  'german-anzeige': 'Germany (“Anzeige”)',
  spain: 'Spain (“Publicidad”)',
} as const satisfies Record<(typeof readyDisclosures)[number]['by'], EnglishText>;

type OwnTextProps = TextProps & {
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
        {t('{count} of {limit} characters. Plain text; URLs won’t become links.', {
          count: text.length,
          limit: disclosureLimit,
        })}
      </p>
    </div>
  );
}

type AmazonNoteProps = Pick<DisclosureDialogProps, 'shown' | 'settings'> & {
  readonly text: string;
  readonly language: DisclosureLanguage;
};

/** Says which sentence of Amazon follows a ready text, or is missing in a text of the user's own. */
function AmazonNote({ text, language, shown, settings }: AmazonNoteProps) {
  const urls = useMemo(() => prepare(shown, settings.get()).links.map(({ url }) => url), [shown, settings]);
  const sentence = amazonSentenceFor(urls, text, language);
  if (sentence === null || text.includes(sentence)) return null;
  return (
    <p className="field-note">
      {readyDisclosureOf(text) === null
        ? t(
            'One of your links leads to Amazon, which asks for this sentence. Please add it to your text: “{sentence}”',
            { sentence },
          )
        : t(
            'One of your links leads to Amazon, so the sentence that Amazon asks for is added: “{sentence}”',
            {
              sentence,
            },
          )}
    </p>
  );
}
