type Props = {
  /** Pixels. */
  size: number;
  className?: string;
};

/** The seal of what is verified: two rings around a tick. The text next to it says what it means. */
export function Seal({ size, className }: Props) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      className={className}
    >
      <circle cx="16" cy="16" r="14.75" strokeWidth="1.5" />
      <circle cx="16" cy="16" r="11.25" strokeWidth="1" />
      <path d="m10.75 16.5 3.6 3.6 7-8" strokeWidth="2.25" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
