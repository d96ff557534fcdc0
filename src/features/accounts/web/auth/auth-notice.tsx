import type { ReactNode } from 'react';

type Props = {
  title: string;
  description?: string | undefined;
  /** Buttons and links that the user can choose from. */
  actions: ReactNode;
};

/** Replaces the form on /auth for an emailed link that needs a confirmation or does not work. */
export function AuthNotice({ title, description, actions }: Props) {
  return (
    <section className="rounded-sheet border border-rule border-l-3 border-l-margin bg-sheet p-6">
      <h1 className="text-title-phone">{title}</h1>
      {description && <p className="mt-2 text-ui wrap-anywhere text-ink-2">{description}</p>}
      <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
    </section>
  );
}
