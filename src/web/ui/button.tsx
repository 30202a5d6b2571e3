import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { Tooltip } from './tooltip.tsx';

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'type'> & {
  readonly look?: 'primary' | 'quiet' | 'plain' | 'icon';
  readonly type?: 'button' | 'submit';
  readonly icon?: LucideIcon;
  /** In pixels. */
  readonly iconSize?: number;
  /** Describes the button. Null shows no tooltip. */
  readonly tooltip?: string | null;
  /** Disabled, but still focusable, so that its tooltip can say why. */
  readonly off?: boolean;
  /** Called when the pointer or the focus comes near, because the user will probably click. */
  readonly onLikely?: () => void;
};

export function Button({
  look = 'quiet',
  type = 'button',
  icon: Icon,
  iconSize = 16,
  tooltip,
  off = false,
  onClick,
  onLikely,
  className,
  children,
  ...rest
}: ButtonProps) {
  const draw = (describedBy?: string) => (
    <button
      onPointerEnter={onLikely}
      onFocus={onLikely}
      aria-describedby={describedBy}
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
  return tooltip === undefined ? draw() : <Tooltip text={tooltip}>{draw}</Tooltip>;
}
