import { useEffect, useRef, type ReactNode } from 'react';

/** What became of an import. Takes the focus, because the button that was pressed no longer exists. */
export function ResultPanel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      role="status"
      className="grid justify-items-start gap-3 rounded-sheet border border-rule bg-sheet px-5 py-6"
    >
      <h3 ref={heading} tabIndex={-1} className="text-month">
        {title}
      </h3>
      {children}
    </section>
  );
}
