import { createKeptCopies } from './features/links/kept-copies.ts';
import { YourDataDialog } from './features/workspace/your-data-dialog.tsx';
import type { YourDataDialogProps } from './features/workspace/your-data-dialog.tsx';

const kept = createKeptCopies();

export function YourData(props: Omit<YourDataDialogProps, 'kept'>) {
  return <YourDataDialog {...props} kept={kept} />;
}
