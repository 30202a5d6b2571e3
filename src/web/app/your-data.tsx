import { createKeptCopies } from '#web/links-client/workspace/kept-copies.ts';
import { YourDataDialog } from '#web/features/workspace/your-data-dialog.tsx';
import type { YourDataDialogProps } from '#web/features/workspace/your-data-dialog.tsx';

const kept = createKeptCopies();

export function YourData(props: Omit<YourDataDialogProps, 'kept'>) {
  return <YourDataDialog {...props} kept={kept} />;
}
