import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** Heading level. */
  as?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
  action?: ReactNode;
};

/** An empty page: a dashed box with ruled lines, and the text on the lines. */
export function EmptyState({ title, as: Heading = 'h2', children, action }: Props) {
  return (
    <div className="ruled rounded-sheet border border-dashed border-rule-strong px-5 pt-7 pb-8 md:px-7">
      <Heading className="text-month">{title}</Heading>
      {children && <p className="max-w-[34em] text-ui leading-7 text-ink-2">{children}</p>}
      {action && <div className="mt-4 flex">{action}</div>}
    </div>
  );
}
