import { Download, TriangleAlert } from 'lucide-react';
import { useId, useMemo } from 'react';

import type { TextFormat } from '#core/document/text-format.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { linkRelations } from '#core/export/escape.ts';
import { exportFormats, fileOf, type ExportFormat } from '#core/export/export-format.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField, ChoiceField, Dialog } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { writeRecord } from './change-record-text.ts';
import { CopyButton } from './copy-button.tsx';
import type { ExportSettings } from './export-settings.ts';
import { messageOfUsage } from './usage-message.ts';
import { prepare, writeFormat, type RichText } from '#export/formats/write-format.ts';

/** What the dialog writes: the version in a format, or its change record. */
export type ExportChoice = ExportFormat | 'record';

type ExportDialogProps = {
  readonly shown: ShownVersion;
  readonly settings: ExportSettings;
  /** Null: the format of the content. */
  readonly choice: ExportChoice | null;
  readonly onChoose: (choice: ExportChoice) => void;
  /** Whether the visitor pays for the generation. Then its tokens and its cost are shown. */
  readonly hasOwnKey: boolean;
  readonly onClose: () => void;
};

export function ExportDialog({ shown, settings, hasOwnKey, onClose, ...props }: ExportDialogProps) {
  const options = useStore(settings);
  const { generation, version } = shown;
  const { format, disclosure } = useMemo(
    () => prepare(shown, { ...options, disclosure: true }),
    [shown, options],
  );
  const choice = props.choice ?? format;
  const written = useMemo(() => writeChoice(choice, shown, options), [choice, shown, options]);
  const isRelinked = generation.links.length === 0;
  return (
    <Dialog
      title={t(isRelinked ? 'Export the text with its new links' : titles[version])}
      className="export-dialog"
      startsAtTitle
      onClose={onClose}
    >
      <div className="export">
        <FormatChoice choice={choice} onChoose={props.onChoose} />
        <div className="export-shown">
          <p className="field-note">{t(choice === format ? keptNotes[format] : texts[choice].note)}</p>
          <FailureBox message={written === null ? t('This format could not be written.') : null} />
          {written === null ? null : (
            <textarea
              className="export-preview"
              readOnly
              aria-label={t('Preview')}
              dir="auto"
              spellCheck={false}
              value={written.plain}
            />
          )}
          {choice === 'record' ? null : (
            <LinkMarking settings={settings} options={options} disclosure={disclosure} />
          )}
        </div>
        <div className="dialog-actions">
          {!hasOwnKey || generation.usage === null ? null : (
            <p className="usage">{messageOfUsage(generation.usage)}</p>
          )}
          <TakeButtons {...{ choice, shown, written }} />
        </div>
      </div>
    </Dialog>
  );
}

type TakeButtonsProps = Pick<ExportDialogProps, 'shown'> & {
  readonly choice: ExportChoice;
  readonly written: RichText | null;
};

function TakeButtons({ choice, shown, written }: TakeButtonsProps) {
  const label = t(texts[choice].label);
  return (
    <>
      <Button
        icon={Download}
        off={written === null}
        aria-label={`${t('Download')}: ${label}`}
        onClick={() => written !== null && download(choice, shown, written.plain)}
      >
        {t('Download')}
      </Button>
      <CopyButton
        key={choice}
        look="primary"
        action={choice === 'record' ? t('Copy report') : t('Copy')}
        label={label}
        write={written === null ? null : () => written}
      />
    </>
  );
}

const choices = [...exportFormats.filter((format) => format !== 'json'), 'record', 'json'] as const;

const titles = {
  safe: 'Export the safe version',
  exploratory: 'Export the exploratory version',
  experimental: 'Export the experimental version',
} as const satisfies Record<VersionName, EnglishText>;

const texts = {
  markdown: { label: 'Markdown', note: 'For Markdown editors and site generators.' },
  html: { label: 'HTML', note: 'The source, for a web page or an HTML view.' },
  wordpress: { label: 'WordPress blocks', note: 'For the code editor of WordPress.' },
  plain: { label: 'Plain text', note: 'The URL follows the link text.' },
  record: { label: 'Change report', note: 'What was changed, for whoever approves the text.' },
  json: { label: 'JSON', note: 'The text, the links and the link check, for programs.' },
} as const satisfies Record<ExportChoice, { label: EnglishText; note: EnglishText }>;

const keptNotes = {
  markdown: 'As you wrote it, with the links in it.',
  html: 'As you wrote it, tag by tag, with the links in it.',
  plain: 'As you wrote it. The URL follows the link text.',
} as const satisfies Record<TextFormat, EnglishText>;

/** Returns null if the text cannot be written without an address that nobody chose. */
function writeChoice(choice: ExportChoice, shown: ShownVersion, options: ExportOptions): RichText | null {
  try {
    if (choice === 'record') return writeRecord(shown);
    return { html: null, plain: writeFormat(choice, shown, options) };
  } catch (failure) {
    logFailure('The version could not be written.', failure);
    return null;
  }
}

type FormatChoiceProps = {
  readonly choice: ExportChoice;
  readonly onChoose: ExportDialogProps['onChoose'];
};

function FormatChoice({ choice, onChoose }: FormatChoiceProps) {
  const name = useId();
  return (
    <fieldset className="export-formats">
      <legend className="visually-hidden">{t('Format')}</legend>
      {choices.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={choice === each}
            onChange={() => onChoose(each)}
          />
          {t(texts[each].label)}
        </label>
      ))}
    </fieldset>
  );
}

/** How long a browser may take to read the file, in milliseconds. */
const readingTime = 10_000;

function download(choice: ExportChoice, { generation, version }: ShownVersion, text: string): void {
  const { name, type } = fileOf(choice, generation.text, version);
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), readingTime);
  announce(t('Downloaded {name}', { name }));
}

type LinkMarkingProps = Pick<ExportDialogProps, 'settings'> & {
  readonly options: ExportOptions;
  readonly disclosure: string | null;
};

/** What search engines and readers are told about paid links. */
function LinkMarking({ settings, options: { relation, disclosure: isOn }, disclosure }: LinkMarkingProps) {
  const id = useId();
  return (
    <div className="link-marking">
      <ChoiceField
        className="relation"
        label={t('Link rel attribute (set it on your site for Markdown and plain text)')}
        value={relation}
        aria-describedby={relation === 'none' ? `${id}-warning` : undefined}
        options={linkRelations.map((each) => [each, each === 'none' ? t('none') : each] as const)}
        onChoose={(value) => {
          const chosen = linkRelations.find((each) => each === value);
          if (chosen !== undefined) settings.choose({ relation: chosen });
        }}
      />
      {relation === 'none' ? (
        <p className="relation-warning" id={`${id}-warning`}>
          <TriangleAlert aria-hidden="true" size={16} />
          {t('Search engines ask for paid links to be marked.')}
        </p>
      ) : null}
      {disclosure === null ? null : (
        <CheckField
          className="disclosure-choice"
          label={t('Include affiliate disclosure')}
          note={disclosure}
          checked={isOn}
          onChange={({ target }) => settings.choose({ disclosure: target.checked })}
        />
      )}
    </div>
  );
}
