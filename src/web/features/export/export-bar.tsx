import './export.css';

import { FileOutput } from 'lucide-react';
import { useState } from 'react';

import { logFailure } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { CopyButton } from './copy-button.tsx';
import { createExportSettings, type ExportSettings } from './export-settings.ts';
import { writeRichText } from './write-rich-text.ts';

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);

/** Returns the component that copies a version with one click, or opens the dialog with all formats. */
export function createExportBar() {
  const settings = createExportSettings(
    createSafeStorage(
      () => window.localStorage,
      (failure) => logFailure('This browser does not remember how versions are exported.', failure),
    ),
  );
  return function ExportBar({ shown }: { readonly shown: ShownVersion }) {
    return <Bar shown={shown} settings={settings} />;
  };
}

type BarProps = { readonly shown: ShownVersion; readonly settings: ExportSettings };

function Bar({ shown, settings }: BarProps) {
  const options = useStore(settings);
  const [isOpen, setOpen] = useState(false);
  const isEmpty = shown.generation.versions[shown.version].trim() === '';
  const hasLinks = shown.report.links.some(({ times }) => times > 0);

  return (
    <div className="export-bar">
      <Tooltip text="Copy and use anywhere">
        {(describedBy) => (
          <CopyButton
            write={isEmpty ? null : () => writeRichText(shown, options)}
            describedBy={describedBy}
          />
        )}
      </Tooltip>
      <Button
        off={isEmpty}
        aria-haspopup="dialog"
        onLikely={ExportDialog.preload}
        onClick={() => setOpen(true)}
      >
        <FileOutput aria-hidden="true" size={16} />
        Export
      </Button>
      {hasLinks ? (
        <p className="disclosure-line">
          {options.disclosure
            ? 'Copied with a disclosure before the first link.'
            : 'Copied without a disclosure.'}{' '}
          <Button look="plain" onClick={() => settings.choose({ disclosure: !options.disclosure })}>
            {options.disclosure ? 'Leave it out' : 'Put it in'}
          </Button>
        </p>
      ) : null}
      {isOpen ? (
        <Loading label={null}>
          <ExportDialog shown={shown} settings={settings} onClose={() => setOpen(false)} />
        </Loading>
      ) : null}
    </div>
  );
}
