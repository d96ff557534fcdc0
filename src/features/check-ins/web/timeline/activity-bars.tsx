type Props = {
  /** Entries in 13 equal parts of the month. */
  activity: number[];
  /** The part that holds today, if any. */
  now: number | undefined;
};

const height = 20;

/** When in the month was written, as 13 small bars. Decoration: the count beside it is the text. */
export function ActivityBars({ activity, now }: Props) {
  const most = Math.max(1, ...activity);
  const bars = activity.map((n) => Math.round(2 + (height - 2) * (n / most)));
  const path = (index: number) => `M${index * 5} ${height}v-${bars[index]}h3v${bars[index]}z`;
  return (
    <svg
      aria-hidden="true"
      width={activity.length * 5 - 2}
      height={height}
      className="shrink-0 self-center max-md:hidden"
    >
      <path className="fill-rule-strong" d={bars.map((_, index) => path(index)).join('')} />
      {now !== undefined && <path className="fill-margin" d={path(now)} />}
    </svg>
  );
}
