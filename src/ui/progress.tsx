type Props = {
  /** 0 to 100, or null if unknown. */
  value: number | null;
  label: string;
};

/** A thin progress bar. The text next to it says what is in progress. */
export function Progress({ value, label }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value)}
      className="h-[3px] w-full overflow-hidden bg-rule"
    >
      <div
        className="h-full origin-left mirrored:origin-right bg-primary transition-transform duration-240"
        style={{ transform: `scaleX(${value === null ? 0.3 : value / 100})` }}
      />
    </div>
  );
}
