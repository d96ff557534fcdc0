export type CounterProps = {
  value: number;
  /** Higher values are shown as "{max}+". */
  max: number;
  /** What is counted, for screen readers, after the number: "shared entries". */
  meaning: (value: number) => string;
};

/** A small count of pending items. Renders nothing for 0. */
export function Counter({ value, max, meaning }: CounterProps) {
  if (value <= 0) return null;
  return (
    <span className="figures relative inline-grid h-4.5 min-w-4.5 place-items-center rounded-counter bg-margin-text px-1 text-counter text-sheet">
      <span>
        {value > max ? <bdi dir="ltr">{`${max}+`}</bdi> : value}
        <span className="sr-only"> {meaning(value)}</span>
      </span>
    </span>
  );
}
