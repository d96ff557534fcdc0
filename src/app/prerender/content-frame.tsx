// The frame of content pages: header with links to the others, and footer. It works without scripts.
import type { ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { contentPaths, paths } from '../paths.ts';
import { instance } from '../web/instance.ts';
import { Brand } from '../web/shell/brand.tsx';
import { pagesAboutProduct } from '../web/shell/page-links.tsx';

type Props = { path: string; children: ReactNode };

/** `path`: of the page. Its own link is marked as the current one. */
export function ContentFrame({ path, children }: Props) {
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-control bg-ink px-3 py-2 text-button text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20"
      >
        Skip to content
      </a>
      <header className="mx-auto w-full max-w-column px-side print:hidden">
        <div className="flex min-h-[3.75rem] flex-wrap items-center justify-between gap-x-5 gap-y-1 border-b border-rule py-2">
          <a
            href={paths.home}
            className="-ml-1 flex min-h-control min-w-0 items-center rounded-control px-1 text-ink no-underline md:mr-auto"
          >
            <Brand />
          </a>
          <nav aria-label="Pages" className="-ml-2 flex items-center gap-x-1 max-md:order-last max-md:w-full">
            <PageLink path={path} to={contentPaths.guide}>
              Guide
            </PageLink>
            <PageLink path={path} to={contentPaths.playbook}>
              Playbook
            </PageLink>
            <PageLink path={path} to={paths.auth}>
              Sign in
            </PageLink>
          </nav>
          <a href={paths.home} className={buttonClass('primary')}>
            {startLabel()}
          </a>
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-column px-side pt-8 pb-16 md:pt-12">
        {children}
      </main>
      <footer className="mx-auto w-full max-w-column px-side pb-12 print:hidden">
        <div className="border-t-3 border-double border-rule-strong pt-3">
          <nav aria-label="More about this site" className="-mx-2 flex flex-wrap gap-x-1">
            {pagesAboutProduct().map(({ href, label }) => (
              <PageLink key={href} path={path} to={href}>
                {label}
              </PageLink>
            ))}
          </nav>
        </div>
      </footer>
    </>
  );
}

/** Of the link that begins a logbook. */
const startLabel = () => `Start your free ${instance.instanceName}`;

function PageLink({ path, to, children }: { path: string; to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      aria-current={path === to ? 'page' : undefined}
      className="inline-flex min-h-control items-center rounded-control px-2 text-button text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-4"
    >
      {children}
    </a>
  );
}
