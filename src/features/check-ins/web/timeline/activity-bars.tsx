type Props = {
  /** Entry counts in 13 equal parts of the month. */
  activity: number[];
  /** The part that contains today, if any. */
  now: number | undefined;
};

const height = 20;

/** The month's activity as 13 small bars. Decorative: the count next to it is the text alternative. */
export function ActivityBars({ activity, now }: Props) {
  const max = Math.max(1, ...activity);
  const bars = activity.map((n) => Math.round(2 + (height - 2) * (n / max)));
  const path = (index: number) => `M${index * 5} ${height}v-${bars[index]}h3v${bars[index]}z`;
  return (
    <svg
      aria-hidden="true"
      width={activity.length * 5 - 2}
      height={height}
      className="shrink-0 self-center max-md:hidden mirrored:-scale-x-100"
    >
      <path className="fill-rule-strong" d={bars.map((_, index) => path(index)).join('')} />
      {now !== undefined && <path className="fill-margin" d={path(now)} />}
    </svg>
  );
}
