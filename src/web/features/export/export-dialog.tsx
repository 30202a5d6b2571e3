import { Download, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import {
  exportFormats,
  fileOf,
  type ExportFormat,
  linkRelations,
  type LinkRelation,
} from '#core/export/export-format.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import { formatOf, type TextFormat } from '#core/document/text-format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { logFailure } from '#web/lib/log.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';
import { CopyButton } from './copy-button.tsx';
import { exportSettings } from './export-settings.ts';
import { writeForm } from './write-form.ts';
import { prepare } from './write-rich-text.ts';

/** How long a browser may need to read the file, in milliseconds. */
const readingTime = 10_000;

type ExportDialogProps = {
  readonly shown: ShownVersion;
  readonly options: ExportOptions;
  readonly onClose: () => void;
};

export function ExportDialog({ shown, options, onClose }: ExportDialogProps) {
  const { generation, version } = shown;
  const format = formatOf(generation.text);
  const { disclosure } = prepare(shown, { ...options, disclosure: true });
  return (
    <Dialog title={`Export the ${version} version`} className="dialog-wide" onClose={onClose}>
      <LinkMarking options={options} disclosure={disclosure} />
      <ul className="export-forms">
        {exportFormats.map((form) => (
          <li key={form} className="export-form">
            <h3>{formLabels[form]}</h3>
            <p>{messageOfForm(form, format)}</p>
            <div className="export-actions">
              <CopyButton
                label={formLabels[form]}
                write={async () => ({ html: null, plain: await writeForm(form, shown, options) })}
              />
              <Button
                aria-label={`Download: ${formLabels[form]}`}
                onClick={() => void download(form, shown, options)}
              >
                <Download aria-hidden="true" size={16} />
                Download
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

async function download(form: ExportFormat, shown: ShownVersion, options: ExportOptions): Promise<void> {
  try {
    const text = await writeForm(form, shown, options);
    const { name, type } = fileOf(form, shown.generation.text, shown.version);
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // Some browsers read the file only after the click.
    setTimeout(() => URL.revokeObjectURL(address), readingTime);
    announce(`Downloaded ${name}`);
  } catch (failure) {
    logFailure('The version could not be downloaded.', failure);
  }
}

type LinkMarkingProps = {
  readonly options: ExportOptions;
  /** The disclosure for readers; null if the version has no link. */
  readonly disclosure: string | null;
};

/** The settings that tell search engines and readers about paid links. */
function LinkMarking({ options, disclosure }: LinkMarkingProps) {
  const id = useId();
  return (
    <div className="link-marking">
      <div className="relation">
        <label htmlFor={`${id}-relation`}>Mark your links for search engines as</label>
        <select
          id={`${id}-relation`}
          value={options.relation}
          aria-describedby={`${id}-warning`}
          onChange={({ target }) => {
            const relation = linkRelations.find((each) => each === target.value);
            if (relation !== undefined) exportSettings.choose({ relation });
          }}
        >
          {linkRelations.map((relation) => (
            <option key={relation} value={relation}>
              {relationLabels[relation]}
            </option>
          ))}
        </select>
      </div>
      <p className="relation-warning" id={`${id}-warning`}>
        <TriangleAlert aria-hidden="true" size={16} />
        {options.relation === 'none'
          ? 'Search engines ask for paid links to be marked.'
          : 'Markdown and plain text cannot carry this: let your site set it there. Links of your own text stay as they are.'}
      </p>
      {disclosure === null ? null : (
        <div className="disclosure-choice">
          <input
            type="checkbox"
            id={`${id}-disclosure`}
            checked={options.disclosure}
            aria-describedby={`${id}-words`}
            onChange={({ target }) => exportSettings.choose({ disclosure: target.checked })}
          />
          <label htmlFor={`${id}-disclosure`}>Tell readers before the first link</label>
          <p className="disclosure-words" id={`${id}-words`}>
            {disclosure}
          </p>
        </div>
      )}
    </div>
  );
}

export const formLabels: Readonly<Record<ExportFormat, string>> = {
  markdown: 'Markdown',
  html: 'HTML',
  wordpress: 'WordPress blocks',
  plain: 'Plain text with URLs',
  json: 'JSON',
};

export const relationLabels: Readonly<Record<LinkRelation, string>> = {
  'sponsored nofollow': 'sponsored nofollow',
  sponsored: 'sponsored',
  nofollow: 'nofollow',
  none: 'nothing',
};

const notes: Readonly<Record<ExportFormat, string>> = {
  markdown: 'For Markdown editors and site generators.',
  html: 'The source, for a web page or an HTML view.',
  wordpress: 'For the code editor of WordPress.',
  plain: 'Each address stands behind its words.',
  json: 'The text, the links and the link check, for programs.',
};

const kept: Readonly<Record<TextFormat, string>> = {
  markdown: 'As you wrote it, with the links in it.',
  html: 'As you wrote it, tag by tag, with the links in it.',
  plain: 'As you wrote it, each address behind its words.',
};

export function messageOfForm(form: ExportFormat, format: TextFormat): string {
  return form === format ? kept[format] : notes[form];
}
