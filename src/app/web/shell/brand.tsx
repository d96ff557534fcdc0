import { instance } from '../instance.ts';

/** The ledger mark and the instance's name. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 18 22" width="18" height="22" fill="none" className="shrink-0">
        <rect
          x=".75"
          y=".75"
          width="16.5"
          height="20.5"
          rx="2.5"
          fill="var(--sheet)"
          stroke="currentColor"
          strokeWidth="1.5"
        />
        <path d="M5.75.75v20.5" stroke="var(--margin)" strokeWidth="1.5" />
        <path d="M9 6.5h6M9 11h6M9 15.5h4" stroke="currentColor" strokeWidth="1.25" />
      </svg>
      <span className="text-ui font-[740] tracking-[-0.01em]">{instance.instanceName}</span>
    </span>
  );
}
