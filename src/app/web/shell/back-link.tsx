import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { isPlainClick } from '#ui/plain-click.ts';

type Props = { href: string; onGo: () => void; children: ReactNode };

/** The link at the top of a page that leads back to where it belongs. */
export function BackLink({ href, onGo, children }: Props) {
  return (
    <p className="mb-5 print:hidden">
      <a
        href={href}
        className="inline-flex min-h-6 items-center gap-1.5 text-button text-ink-2 no-underline hover:text-ink pointer-coarse:min-h-11"
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onGo();
        }}
      >
        <ArrowLeft aria-hidden="true" size={16} className="mirrored:-scale-x-100" />
        {children}
      </a>
    </p>
  );
}
