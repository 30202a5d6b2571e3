import { X } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { t } from '#web/lib/language.ts';

import { Button } from './button.tsx';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  /** Whether a click outside the dialog closes it. */
  readonly lightDismiss?: boolean;
  /** Whether it has input that would be lost. Then a click outside does nothing, and Escape only leads to Close. */
  readonly isDirty?: boolean;
  /** Whether the title has the first focus. Otherwise the first field has it. */
  readonly startsAtTitle?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A modal dialog that is open while it is rendered. */
export function Dialog(props: DialogProps) {
  const { title, onClose, lightDismiss = true, isDirty = false, startsAtTitle, className = '' } = props;
  const titleId = useId();
  return (
    <dialog
      ref={showDialog}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      closedby={lightDismiss && !isDirty ? 'any' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault();
        if (isDirty) event.currentTarget.querySelector<HTMLElement>('.dialog-header button')?.focus();
        else onClose();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
    >
      <header className="dialog-header">
        <h2 id={titleId} tabIndex={startsAtTitle ? -1 : undefined}>
          {title}
        </h2>
        <Button look="icon" icon={X} iconSize={20} aria-label={t('Close')} onClick={onClose} />
      </header>
      {props.children}
    </dialog>
  );
}

function showDialog(dialog: HTMLDialogElement | null) {
  const opener = document.activeElement;
  const panel = opener?.closest('section');
  dialog?.showModal();
  dialog?.querySelector<HTMLElement>('h2[tabindex], input, select')?.focus();
  return () => {
    // The dialog is closed before React removes it, so that the focus returns to where it was.
    dialog?.close();
    // The button that opened it may have disappeared: "Add your first link" is not shown after the first link.
    if (opener?.isConnected === false)
      panel?.querySelector<HTMLElement>('[data-after-dialog]')?.focus({ preventScroll: true });
  };
}

type TextFieldProps = ComponentProps<'input'> & {
  readonly label: string;
  readonly note?: ReactNode;
  /** Id of the element with the error message, if the field is wrong. */
  readonly errorId?: string | undefined;
};

export function TextField({ label, note = null, errorId, ...input }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const describedBy = [errorId, note === null ? undefined : noteId].filter(Boolean).join(' ');
  return (
    <div className="text-field">
      <label htmlFor={id}>
        {label}
        {input.required ? <span className="required-mark" aria-hidden="true" /> : null}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={errorId !== undefined}
        aria-describedby={describedBy || undefined}
      />
      <p className="field-note" id={noteId} aria-live="polite">
        {note}
      </p>
    </div>
  );
}

type ChoiceFieldProps = ComponentProps<'select'> & {
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
};

export function ChoiceField({
  label,
  options,
  onChoose,
  className = 'text-field',
  ...select
}: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <select {...select} id={id} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value} dir="auto">
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

type CheckFieldProps = ComponentProps<'input'> & { readonly label: string; readonly note: string };

/** A box to tick, with a note below its label. */
export function CheckField({ label, note, className = '', ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={`check-field ${className}`}>
      <input {...input} type="checkbox" id={id} aria-describedby={`${id}-note`} />
      <label htmlFor={id}>{label}</label>
      <p className="field-note" id={`${id}-note`}>
        {note}
      </p>
    </div>
  );
}

type FocusedTextProps = { readonly className?: string; readonly children: ReactNode };

/** The first text of new content. It takes the focus, so that screen readers read it and continue from there. */
export function FocusedText({ className = '', children }: FocusedTextProps) {
  return (
    <p className={`focused-text ${className}`} tabIndex={-1} ref={focus}>
      {children}
    </p>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
