import type { ReactNode } from 'react';

type Props = {
  title: string;
  description?: string | undefined;
  /** Further paragraphs. */
  children?: ReactNode;
  /** Buttons and links that the user can choose from. */
  actions: ReactNode;
};

/** The result of an emailed link, or what it needs. On /auth, it replaces the form. */
export function AuthNotice({ title, description, children, actions }: Props) {
  return (
    <section className="rounded-sheet border border-rule border-s-3 border-s-margin bg-sheet p-6">
      <h1 className="text-title-phone">{title}</h1>
      {description && <p className="mt-2 text-ui wrap-anywhere text-ink-2">{description}</p>}
      {children}
      <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
    </section>
  );
}
