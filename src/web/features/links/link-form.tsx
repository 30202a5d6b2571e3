import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';

import type { Link, LinkFields } from '#core/link/link.ts';
import { isWebAddress } from '#core/web-address/web-address.ts';
import { broadcastRefresh } from '#web/events.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { logFailure } from '#web/ui/log.ts';
import { TextField } from '#web/ui/text-field.tsx';

import type { LinkDesk } from './link-desk.ts';
import { checkLinkForm, savingFailure } from './link-form-rules.ts';
import type { FormField } from './link-form-rules.ts';

type LinkFormProps = {
  readonly desk: LinkDesk;
  /** The link to edit; null adds a new one. */
  readonly link: Link | null;
  readonly onClose: () => void;
};

type Failure = { readonly field: FormField | null; readonly message: string };

const oddAddress =
  'This address will be kept exactly as it is, but only addresses that start with https:// or http:// become clickable.';

export function LinkForm({ desk, link, onClose }: LinkFormProps) {
  const [fields, setFields] = useState<LinkFields>(() => savedFields(link));
  const { failure, isBusy, submit } = useSaving(desk, link, onClose);
  const failureId = useId();
  const saved = savedFields(link);
  const isDirty = fields.url !== saved.url || fields.description !== saved.description;
  const errorIdOf = (field: FormField) => (failure?.field === field ? failureId : undefined);
  const isOdd = fields.url.trim() !== '' && !isWebAddress(fields.url.trim());

  return (
    <Dialog title={link === null ? 'Add Link' : 'Edit Link'} onClose={onClose} lightDismiss={!isDirty}>
      <form className="link-form" noValidate onSubmit={(event) => void submit(event, fields)}>
        {failure === null ? null : (
          <p className="red-box" role="alert" id={failureId}>
            {failure.message}
          </p>
        )}
        <TextField
          label="Affiliate URL"
          name="url"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          required
          errorId={errorIdOf('url')}
          note={isOdd ? oddAddress : null}
          value={fields.url}
          onChange={(event) => setFields({ ...fields, url: event.target.value })}
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

/** Saving, what went wrong with it, and which field it concerns. A second submit while one runs is ignored. */
function useSaving(desk: LinkDesk, link: Link | null, onClose: () => void) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSaving = useRef(false);
  const isOpen = useRef(true);

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function save(fields: LinkFields): Promise<void> {
    const outcome = await (link === null ? desk.add(fields) : desk.change(link, fields));
    if (outcome.kind === 'failed') throw outcome.failure;
    if (link === null) broadcastRefresh(outcome.link.id);
    announce(link === null ? 'Link added' : 'Link saved');
  }

  async function submit(event: FormEvent<HTMLFormElement>, entered: LinkFields): Promise<void> {
    event.preventDefault();
    if (isSaving.current) return;
    const check = checkLinkForm(entered);
    if (!check.valid) {
      setFailure(check);
      const input = event.currentTarget.elements.namedItem(check.field);
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    isSaving.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await save(check.fields);
      // Cancelled meanwhile: another form may be open by now.
      if (isOpen.current) onClose();
    } catch (problem) {
      if (link === null) logFailure('The link could not be created.', problem);
      setFailure({ field: null, message: savingFailure(problem, link === null) });
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  }

  return { failure, isBusy, submit };
}

function savedFields(link: Link | null): LinkFields {
  return { url: link?.url ?? '', description: link?.description ?? '' };
}

function submitLabel(link: Link | null, isBusy: boolean): string {
  if (link === null) return isBusy ? 'Adding...' : 'Add Link';
  return isBusy ? 'Saving...' : 'Save Changes';
}
