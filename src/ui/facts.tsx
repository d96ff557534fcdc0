import type { ReactNode } from 'react';

/** A list of what is known about something that the user decides: the children are `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-5 grid gap-x-5 gap-y-2 text-ui sm:grid-cols-[auto_1fr] sm:items-baseline">
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-button font-normal text-ink-3 max-sm:mt-1">{label}</dt>
      <dd className="min-w-0 wrap-anywhere text-ink">{children}</dd>
    </div>
  );
}
