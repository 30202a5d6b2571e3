import { useEffect, useId, useState, type ClipboardEvent } from 'react';

import type { Link, LinkFields } from '#core/links/link.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import { ConflictDialog } from '#web/features/links/unsaved/conflict-dialog.tsx';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { holdsSeveralLinks, type FormField, useSaving } from './use-saving.ts';
// Loads the saving code together with the form, because the network may be gone later.
import '#web/links-client/list/link-saving.ts';
import type { ListedLink } from '#web/links-client/list/listed-rows.ts';

type LinkFormProps = {
  readonly controller: LinksController;
  /** The link to edit; null adds a new one. */
  readonly link: Link | null;
  readonly onClose: () => void;
  /** Several lines or URLs were pasted where one URL belongs. */
  readonly onManyPasted?: (text: string) => void;
};

const notClickableMessage =
  'This address will be kept exactly as it is, but only addresses that start with https:// or http:// become clickable.';

export function LinkForm(props: LinkFormProps) {
  const { controller, link, onClose } = props;
  const [fields, setFields] = useState<LinkFields>(() => savedFields(link));
  const { failure, versions, isBusy, submit } = useSaving(controller, link, onClose);
  const failureId = useId();
  const saved = savedFields(link);
  const isDirty = fields.url !== saved.url || fields.description !== saved.description;
  const errorIdOf = (field: FormField) => (failure?.field === field ? failureId : undefined);

  if (versions !== null) return <ConflictDialog controller={controller} {...versions} onClose={onClose} />;
  return (
    <Dialog title={link === null ? 'Add Link' : 'Edit Link'} onClose={onClose} lightDismiss={!isDirty}>
      <form className="link-form" noValidate onSubmit={(event) => void submit(event, fields)}>
        {failure === null ? null : (
          <p className="red-box" role="alert" id={failureId}>
            {failure.message}
          </p>
        )}
        <UrlField
          {...props}
          url={fields.url}
          errorId={errorIdOf('url')}
          onChange={(url) => setFields({ ...fields, url })}
        />
        <TextField
          label="What's this link about"
          name="description"
          autoComplete="off"
          placeholder="A chef’s knife that stays sharp"
          required
          errorId={errorIdOf('description')}
          value={fields.description}
          onChange={(event) => setFields({ ...fields, description: event.target.value })}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" off={isBusy}>
            {submitLabel(link, isBusy)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type UrlFieldProps = Pick<LinkFormProps, 'controller' | 'link' | 'onManyPasted'> & {
  readonly url: string;
  readonly errorId: string | undefined;
  readonly onChange: (url: string) => void;
};

function UrlField({ controller, link, onManyPasted, url, errorId, onChange }: UrlFieldProps) {
  const same = useSameUrl(controller, url.trim(), link?.id ?? null);

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain');
    if (link !== null || onManyPasted === undefined || !holdsSeveralLinks(text)) return;
    event.preventDefault();
    onManyPasted(text);
  }

  return (
    <TextField
      label="Affiliate URL"
      name="url"
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://"
      required
      errorId={errorId}
      note={noteOn(url.trim(), same)}
      value={url}
      onPaste={paste}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function noteOn(url: string, same: ListedLink | null): string | null {
  if (same !== null) {
    const { description } = same;
    return `You have saved this URL already${description.trim() === '' ? '.' : `: ${description}`}`;
  }
  return url === '' || isWebAddress(url) ? null : notClickableMessage;
}

function savedFields(link: Link | null): LinkFields {
  return { url: link?.url ?? '', description: link?.description ?? '' };
}

function submitLabel(link: Link | null, isBusy: boolean): string {
  if (link === null) return isBusy ? 'Adding...' : 'Add Link';
  return isBusy ? 'Saving...' : 'Save Changes';
}

/** The pause after the last letter before the look-up, in milliseconds. */
const typingPause = 300;

/**
 * Returns another saved link with exactly this URL, byte for byte; null if there is none, or none is known yet.
 * @param besides The id of the link that is being edited.
 */
function useSameUrl(controller: LinksController, url: string, besides: string | null): ListedLink | null {
  const [same, setSame] = useState<ListedLink | null>(null);

  useEffect(() => {
    if (url === '') return;
    const call = new AbortController();
    async function look(): Promise<void> {
      const found = await controller.sameUrl(url, besides, call.signal).catch(() => null);
      if (!call.signal.aborted) setSame(found);
    }
    const timer = setTimeout(() => void look(), typingPause);
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [controller, url, besides]);

  return same?.url === url ? same : null;
}
