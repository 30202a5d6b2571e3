import { useId, type ComponentProps, type ReactNode } from 'react';

type TextFieldProps = ComponentProps<'input'> & {
  readonly label: string;
  /** Shown below the field. */
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
        aria-describedby={describedBy === '' ? undefined : describedBy}
      />
      <p className="field-note" id={noteId} aria-live="polite">
        {note}
      </p>
    </div>
  );
}
