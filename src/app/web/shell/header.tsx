import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { isPlainClick } from '#ui/plain-click.ts';
import { ThemeControl } from '#ui/theme-control.tsx';
import { paths } from '../../paths.ts';
import { texts } from '../texts.ts';
import { Brand } from './brand.tsx';

type Props = {
  /** Navigates home without a page load, where a router is available. */
  onHome?: () => void;
  /** The type of logbook, shown next to the title. */
  badge?: string;
  children?: ReactNode;
};

/** The header of every page: the title as a link home, the theme control, and the page's own controls. */
export function Header({ onHome, badge, children }: Props) {
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-control bg-ink px-3 py-2 text-button text-paper focus:not-sr-only focus:fixed focus:top-2 focus:inset-s-2 focus:z-20"
      >
        {texts.skip}
      </a>
      <header className="mx-auto w-full max-w-column px-side print:hidden">
        <div className="flex min-h-[3.75rem] items-center gap-1.5 border-b border-rule py-2 max-[22.5rem]:gap-0">
          <div className="flex items-center gap-x-3 max-md:flex-col max-md:items-start">
            <a
              href={paths.home}
              className={cx(
                '-ms-1 flex items-center rounded-control px-1 text-ink no-underline',
                badge ? 'min-h-6 md:min-h-control' : 'min-h-control',
              )}
              onClick={(event) => {
                if (!onHome || !isPlainClick(event)) return;
                event.preventDefault();
                onHome();
              }}
            >
              <Brand />
            </a>
            {badge && <Badge dashed>{badge}</Badge>}
          </div>
          <div className="grow" />
          <div className={children ? undefined : '-me-2'}>
            <ThemeControl />
          </div>
          {children}
        </div>
      </header>
    </>
  );
}
