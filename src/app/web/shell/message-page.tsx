import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { useAnswers } from '../hydrated.ts';
import { Header } from './header.tsx';
import { useTitle } from './use-title.ts';

/** A full page with a single message. */
export function MessagePage({
  title,
  action,
  children,
}: {
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  useAnswers();
  return (
    <>
      <Header />
      <main id="main" className="mx-auto w-full max-w-reading px-side py-15">
        <EmptyState as="h1" title={title} action={action}>
          {children}
        </EmptyState>
      </main>
    </>
  );
}
