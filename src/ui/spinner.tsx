/** A small turning ring; it stands beside words that say what is under way, so it says nothing itself. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 shrink-0 animate-turn rounded-full border-2 border-current border-r-transparent"
    />
  );
}
