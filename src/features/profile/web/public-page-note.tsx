import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import { useIsWaiting } from './use-is-waiting.ts';

/** What becomes public, shown before the user confirms the first link or turns the page on, and since when (R-F5). */
export function PublicPageNote({ children }: { children?: ReactNode }) {
  const { shows, never, waits } = texts.publicPage;
  const isWaiting = useIsWaiting();
  return (
    <>
      <p className="text-meta font-normal text-pretty text-ink-2">
        {shows} {never} {children}
      </p>
      {isWaiting && <p className="mt-2 text-button text-ochre">{waits}</p>}
    </>
  );
}
