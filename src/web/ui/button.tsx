import type { ComponentProps } from 'react';

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'type'> & {
  readonly look?: 'primary' | 'quiet' | 'plain' | 'icon';
  readonly type?: 'button' | 'submit';
  /** Disabled, but still focusable, so that its tooltip can say why. */
  readonly off?: boolean;
  /** Called when the pointer or the focus comes near: the user will probably click. */
  readonly onLikely?: () => void;
};

export function Button({
  look = 'quiet',
  type = 'button',
  off = false,
  onClick,
  onLikely,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      onPointerEnter={onLikely}
      onFocus={onLikely}
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={`button button-${look} ${className ?? ''}`}
      aria-disabled={off || undefined}
      onClick={off ? (event) => event.preventDefault() : onClick}
    />
  );
}
