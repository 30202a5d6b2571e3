import { Button } from '#web/ui/button.tsx';

type ListFailureProps = { readonly failure: string; readonly onRetry: () => void };

export function ListFailure({ failure, onRetry }: ListFailureProps) {
  return (
    <div className="red-box" role="alert">
      <p>{failure}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
