import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

type ToolButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled'> & {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The icon alone is seen. */
  readonly isBare?: boolean;
  readonly off?: boolean;
};

export function ToolButton({ icon: Icon, label, isBare = false, off = false, ...rest }: ToolButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={`weave-tool ${isBare ? 'weave-tool-bare' : ''} ${rest.className ?? ''}`}
      aria-disabled={off || undefined}
      title={rest.title ?? (isBare ? label : undefined)}
    >
      <Icon aria-hidden="true" size={16} />
      <span className={isBare ? 'visually-hidden' : undefined}>{label}</span>
    </button>
  );
}
