import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** Level of the heading where it stands. */
  as?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
  action?: ReactNode;
};

/** An unwritten page: a dashed box with ruled lines, the words standing on them. */
export function EmptyState({ title, as: Heading = 'h2', children, action }: Props) {
  return (
    <div className="ruled rounded-sheet border border-dashed border-rule-strong px-5 pt-7 pb-7 md:px-7">
      <Heading className="text-month">{title}</Heading>
      {children && <p className="max-w-[56ch] text-ui leading-7 text-ink-2">{children}</p>}
      {action && <div className="mt-3 flex">{action}</div>}
    </div>
  );
}
