import { Download } from 'lucide-react';

import { exportForms, fileOf } from '#core/export/export-form.ts';
import type { ExportForm } from '#core/export/export-form.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import { formatOf } from '#core/document/text-format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { logFailure } from '#web/lib/log.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { CopyButton } from './copy-button.tsx';
import { formLabels, formNote } from './export-messages.ts';
import { LinkMarking } from './link-marking.tsx';
import { writeForm } from './write-form.ts';
import { prepare } from './write-rich-text.ts';

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
        {exportForms.map((form) => (
          <li key={form} className="export-form">
            <h3>{formLabels[form]}</h3>
            <p>{formNote(form, format)}</p>
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

async function download(form: ExportForm, shown: ShownVersion, options: ExportOptions): Promise<void> {
  try {
    const text = await writeForm(form, shown, options);
    const { name, type } = fileOf(form, shown.generation.text, shown.version);
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // Some browsers read it only after the click.
    setTimeout(() => URL.revokeObjectURL(address), readingTime);
    announce(`Downloaded ${name}`);
  } catch (failure) {
    logFailure('The version could not be downloaded.', failure);
  }
}
