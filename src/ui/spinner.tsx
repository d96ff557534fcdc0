/** A small spinner. Hidden from screen readers, because the text next to it says what is in progress. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 shrink-0 animate-turn rounded-full border-2 border-current border-e-transparent"
    />
  );
}
