import type { ReactNode } from 'react';
import { isPlainClick } from '#ui/plain-click.ts';

type Props = { href: string; onGo: () => void; children: ReactNode };

/** A link to another form of /auth, with its own address but without a page load. */
export function AuthLink({ href, onGo, children }: Props) {
  return (
    <a
      href={href}
      className="inline-flex min-h-6 items-center text-button text-primary underline underline-offset-4 hover:text-primary-hover pointer-coarse:min-h-11"
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onGo();
      }}
    >
      {children}
    </a>
  );
}
