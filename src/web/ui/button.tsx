import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { Tooltip } from './tooltip.tsx';

type PlainButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'type'> & {
  readonly look?: 'primary' | 'quiet' | 'plain' | 'icon';
  readonly type?: 'button' | 'submit';
  readonly icon?: LucideIcon;
  /** In pixels. */
  readonly iconSize?: number;
  /** Disabled, but still focusable, so that its tooltip can say why. */
  readonly off?: boolean;
  /** Called when the pointer or the focus comes near: the user will probably click. */
  readonly onLikely?: () => void;
};

/** `tooltip` describes the button. Null shows no tooltip at present. */
type ButtonProps = PlainButtonProps & { readonly tooltip?: string | null };

export function Button({ tooltip, ...props }: ButtonProps) {
  if (tooltip === undefined) return <PlainButton {...props} />;
  return (
    <Tooltip text={tooltip}>
      {(describedBy) => <PlainButton {...props} aria-describedby={describedBy} />}
    </Tooltip>
  );
}

function PlainButton({
  look = 'quiet',
  type = 'button',
  icon: Icon,
  iconSize = 16,
  off = false,
  onClick,
  onLikely,
  className,
  children,
  ...rest
}: PlainButtonProps) {
  return (
    <button
      onPointerEnter={onLikely}
      onFocus={onLikely}
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={`button button-${look} ${className ?? ''}`}
      aria-disabled={off || undefined}
      onClick={off ? (event) => event.preventDefault() : onClick}
    >
      {Icon === undefined ? null : <Icon aria-hidden="true" size={iconSize} />}
      {children}
    </button>
  );
}
