import './export.css';

import { FileOutput } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState, type ComponentProps } from 'react';

import { withDisclosure } from '#core/export/write-source.ts';

import { logFailure } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button, Tooltip } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import {
  disclosureId,
  type Disclosure,
  type ShownVersion,
  type VersionParts,
} from '#web/version-view/shown-version.ts';

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
  return function ExportBar(props: ComponentProps<VersionParts['Export']>) {
    return <Bar {...props} settings={settings} />;
  };
}

type BarProps = ComponentProps<VersionParts['Export']> & { readonly settings: ExportSettings };

function Bar({ shown, settings, onDisclosed }: BarProps) {
  const options = useStore(settings);
  const disclosing = useDisclosure(shown, settings);
  const { disclosure } = disclosing;
  useLayoutEffect(() => onDisclosed(disclosure), [onDisclosed, disclosure]);
  const [isOpen, setOpen] = useState(false);
  const isEmpty = shown.generation.versions[shown.version].trim() === '';

  return (
    <>
      <Tooltip text="Copy and use anywhere">
        {(describedBy) => (
          <CopyButton
            look="primary"
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
      {disclosing.putIn}
      {isOpen ? (
        <Loading label={null}>
          <ExportDialog shown={shown} settings={settings} onClose={() => setOpen(false)} />
        </Loading>
      ) : null}
    </>
  );
}

/** Returns what is drawn of the disclosure, and the button that puts it in while it is left out. */
function useDisclosure(shown: ShownVersion, settings: ExportSettings) {
  const { disclosure: isOn } = useStore(settings);
  // The pressed button goes, so the other one takes the focus.
  const isPressed = useRef(false);
  const { generation, edits } = shown;
  const disclosed = useMemo(() => {
    const urls = generation.links.map(({ url }) => url);
    return withDisclosure({ content: generation.text, edits, urls }, disclosureId);
  }, [generation, edits]);

  return useMemo(() => {
    const takeFocus = (button: HTMLElement | null) => {
      if (button !== null && isPressed.current) button.focus();
      if (button !== null) isPressed.current = false;
    };
    const choose = (disclosure: boolean) => {
      isPressed.current = true;
      settings.choose({ disclosure });
      announce(disclosure ? 'The disclosure is copied' : 'The disclosure is not copied');
    };
    if (disclosed === null) return { disclosure: null, putIn: null };
    if (!isOn)
      return {
        disclosure: null,
        putIn: (
          <Button ref={takeFocus} onClick={() => choose(true)}>
            Put disclosure in
          </Button>
        ),
      };
    const button = (
      <span className="disclosure-tools" data-aside="">
        Added to the copy
        <Button look="plain" ref={takeFocus} onClick={() => choose(false)}>
          Leave it out
        </Button>
      </span>
    );
    const disclosure: Disclosure = { edits: disclosed, button };
    return { disclosure, putIn: null };
  }, [disclosed, isOn, settings]);
}
