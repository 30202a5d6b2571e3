import { Download, TriangleAlert } from 'lucide-react';
import { useId } from 'react';

import type { TextFormat } from '#core/document/document.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { exportFormats, fileOf, type ExportFormat } from '#core/export/export-format.ts';
import { linkRelations } from '#core/export/escape.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField, ChoiceField, Dialog } from '#web/ui/dialog.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { CopyButton } from './copy-button.tsx';
import type { ExportSettings } from './export-settings.ts';
import { prepare, writeFormat } from './write-format.ts';

type ExportDialogProps = {
  readonly shown: ShownVersion;
  readonly settings: ExportSettings;
  readonly onClose: () => void;
};

export function ExportDialog({ shown, settings, onClose }: ExportDialogProps) {
  const options = useStore(settings);
  const { format, disclosure } = prepare(shown, { ...options, disclosure: true });
  return (
    <Dialog title={t(titles[shown.version])} className="dialog-wide" startsAtTitle onClose={onClose}>
      <div className="link-marking">
        <RelationChoice settings={settings} />
        {disclosure === null ? null : (
          <CheckField
            className="disclosure-choice"
            label={t('Tell readers before the first link')}
            note={disclosure}
            checked={options.disclosure}
            onChange={({ target }) => settings.choose({ disclosure: target.checked })}
          />
        )}
      </div>
      <ul className="export-forms">
        {exportFormats.map((form) => {
          const label = t(texts[form].label);
          const write = () => writeFormat(form, shown, options);
          return (
            <li key={form} className="export-form">
              <h3>{label}</h3>
              <p>{t(form === format ? keptNotes[format] : texts[form].note)}</p>
              <div className="export-actions">
                <CopyButton label={label} write={() => ({ html: null, plain: write() })} />
                <Button
                  icon={Download}
                  aria-label={`${t('Download')}: ${label}`}
                  onClick={() => download(form, shown, write)}
                >
                  {t('Download')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

const titles = {
  safe: 'Export the safe version',
  exploratory: 'Export the exploratory version',
  experimental: 'Export the experimental version',
} as const satisfies Record<VersionName, EnglishText>;

const texts = {
  markdown: { label: 'Markdown', note: 'For Markdown editors and site generators.' },
  html: { label: 'HTML', note: 'The source, for a web page or an HTML view.' },
  wordpress: { label: 'WordPress blocks', note: 'For the code editor of WordPress.' },
  plain: { label: 'Plain text with URLs', note: 'Each address stands behind its words.' },
  json: { label: 'JSON', note: 'The text, the links and the link check, for programs.' },
} as const satisfies Record<ExportFormat, { label: EnglishText; note: EnglishText }>;

const keptNotes = {
  markdown: 'As you wrote it, with the links in it.',
  html: 'As you wrote it, tag by tag, with the links in it.',
  plain: 'As you wrote it, each address behind its words.',
} as const satisfies Record<TextFormat, EnglishText>;

/** How long a browser may take to read the file, in milliseconds. */
const readingTime = 10_000;

function download(form: ExportFormat, { generation, version }: ShownVersion, write: () => string): void {
  try {
    const { name, type } = fileOf(form, generation.text, version);
    const address = URL.createObjectURL(new Blob([write()], { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // Some browsers read the file only after the click.
    setTimeout(() => URL.revokeObjectURL(address), readingTime);
    announce(t('Downloaded {name}', { name }));
  } catch (failure) {
    logFailure('The version could not be downloaded.', failure);
  }
}

/** The choice of what search engines are told about paid links. */
function RelationChoice({ settings }: Pick<ExportDialogProps, 'settings'>) {
  const { relation } = settings.get();
  const id = useId();
  return (
    <>
      <ChoiceField
        className="relation"
        label={t('Mark your links for search engines as')}
        value={relation}
        aria-describedby={`${id}-warning`}
        options={linkRelations.map((each) => [each, each === 'none' ? t('nothing') : each] as const)}
        onChoose={(value) => {
          const chosen = linkRelations.find((each) => each === value);
          if (chosen !== undefined) settings.choose({ relation: chosen });
        }}
      />
      <p className="relation-warning" id={`${id}-warning`}>
        <TriangleAlert aria-hidden="true" size={16} />
        {relation === 'none'
          ? t('Search engines ask for paid links to be marked.')
          : t(
              'Markdown and plain text cannot carry this: let your site set it there. Links of your own text stay as they are.',
            )}
      </p>
    </>
  );
}
