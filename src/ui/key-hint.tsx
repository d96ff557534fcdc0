/** A keyboard shortcut, one box per key. */
export function KeyHint({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-counter border border-rule bg-paper px-1.5 text-center font-sans text-meta text-ink-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
