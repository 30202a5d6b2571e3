/** `label` is for screen readers. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <span className="spinner" role="img" aria-label={label}>
      <span aria-hidden="true" />
    </span>
  );
}
