import type { ReactNode } from 'react';

type Props = {
  title: string;
  description?: string | undefined;
  /** What the person can do about it. */
  actions: ReactNode;
};

/** What stands on /auth instead of a form: a mailed link that asks something, or does not work. */
export function AuthNotice({ title, description, actions }: Props) {
  return (
    <section className="rounded-sheet border border-rule border-l-3 border-l-margin bg-sheet p-6">
      <h1 className="text-title-phone">{title}</h1>
      {description && <p className="mt-2 text-ui wrap-anywhere text-ink-2">{description}</p>}
      <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
    </section>
  );
}
