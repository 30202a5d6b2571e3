/** A shuttle running through a warp. Its words are for those who do not see it. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <span className="spinner" role="img" aria-label={label}>
      <span aria-hidden="true" />
    </span>
  );
}
