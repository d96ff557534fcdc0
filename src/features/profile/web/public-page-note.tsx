import type { ReactNode } from 'react';
import { texts } from '../texts.ts';

/** What becomes public, shown before the user confirms the first link or turns the page on (R-F5). */
export function PublicPageNote({ children }: { children?: ReactNode }) {
  const { shows, never } = texts.publicPage;
  return (
    <p className="text-meta font-normal text-pretty text-ink-2">
      {shows} {never} {children}
    </p>
  );
}
