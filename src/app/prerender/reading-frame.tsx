// The frame of all pages without the app, which works without scripts. The wide one has links to the pages about the product,
// the narrow one leads home.
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import type { ReactNode } from 'react';
import { startTexts } from '#features/guest/start-texts.ts';
import { cx } from '#ui/cx.ts';
import { HomeLink } from '#ui/home-link.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { contentPaths, paths } from '../paths.ts';
import { instance } from '../web/instance.ts';
import { Brand } from '../web/shell/brand.tsx';
import { PageLinks, pagesAboutProduct } from '../web/shell/page-links.tsx';
import { texts as appTexts } from '../web/texts.ts';
import { texts } from './texts.ts';

const themeTexts = uiTexts.theme;

/**
 * The theme control of the app (R-K6) as the browser's own list, laid over an icon, because these pages have little
 * script: src/app/web/shell/content-frame.ts.
 */
function ThemeChoice() {
  return (
    <span className="relative inline-grid size-control place-items-center rounded-control text-ink-2 outline-offset-2 hover:bg-sunken hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus noscript:hidden">
      <Sun aria-hidden="true" size={18} className="dark:hidden" />
      <Moon aria-hidden="true" size={18} className="hidden dark:block" />
      <select
        data-theme-choice
        aria-label={themeTexts.label}
        title={themeTexts.label}
        defaultValue="system"
        className="absolute inset-0 cursor-pointer appearance-none bg-sheet text-ui text-ink opacity-0"
      >
        <option value="light">{themeTexts.light}</option>
        <option value="dark">{themeTexts.dark}</option>
        <option value="system">{themeTexts.system}</option>
      </select>
    </span>
  );
}

type Props = {
  /** Of a page in the wide frame. Its own link is marked as the current one. Without it, the frame is narrow. */
  path?: string;
  children: ReactNode;
};

export function ReadingFrame({ path, children }: Props) {
  const wide = path !== undefined;
  const width = wide ? 'max-w-column' : 'max-w-reading';
  return (
    <>
      {wide && <SkipLink />}
      <header className={cx('mx-auto w-full px-side print:hidden', width)}>
        {wide ? (
          <WideHeader path={path} />
        ) : (
          <a href={paths.home} className={cx(brandClass, 'inline-flex min-h-[3.75rem]')}>
            <Brand />
          </a>
        )}
      </header>
      <main
        id="main"
        className={cx('mx-auto w-full px-side', width, wide ? 'pt-8 pb-16 md:pt-12' : 'pt-6 md:pt-10')}
      >
        {children}
      </main>
      <footer className={cx('mx-auto w-full px-side pb-12 print:hidden', width)}>
        {wide ? <WideFooter path={path} /> : <PageLinks />}
      </footer>
    </>
  );
}

const brandClass = '-ms-1 items-center rounded-control px-1 text-ink no-underline';

function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-control bg-ink px-3 py-2 text-button text-paper focus:not-sr-only focus:fixed focus:top-2 focus:inset-s-2 focus:z-20"
    >
      {appTexts.skip}
    </a>
  );
}

function WideHeader({ path }: { path: string }) {
  return (
    <div className="flex min-h-[3.75rem] flex-wrap items-center justify-between gap-x-5 gap-y-1 border-b border-rule py-2">
      <a href={paths.home} className={cx(brandClass, 'flex min-h-control min-w-0 md:me-auto')}>
        <Brand />
      </a>
      <div className="-ms-2 flex items-center justify-between gap-x-1 max-md:order-last max-md:w-full">
        <nav aria-label={texts.navigation} className="flex items-center gap-x-1">
          <PageLink path={path} to={contentPaths.guide}>
            {appTexts.pages.guide}
          </PageLink>
          <PageLink path={path} to={contentPaths.playbook}>
            {appTexts.pages.playbook}
          </PageLink>
          <PageLink path={path} to={paths.auth} only="visitor">
            {texts.signIn}
          </PageLink>
        </nav>
        <ThemeChoice />
      </div>
      <HomeLink start={startTexts.start(instance.instanceName)} back={startTexts.back} />
    </div>
  );
}

function WideFooter({ path }: { path: string }) {
  return (
    <div className="border-t-3 border-double border-rule-strong pt-3">
      <nav aria-label={texts.more} className="-mx-2 flex flex-wrap gap-x-1">
        {pagesAboutProduct().map(({ href, label }) => (
          <PageLink key={href} path={path} to={href}>
            {label}
          </PageLink>
        ))}
      </nav>
    </div>
  );
}

type PageLinkProps = { path: string; to: string; only?: 'visitor'; children: ReactNode };

function PageLink({ path, to, only, children }: PageLinkProps) {
  return (
    <a
      href={to}
      data-for={only}
      aria-current={path === to ? 'page' : undefined}
      className="inline-flex min-h-control items-center rounded-control px-2 text-button text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-4"
    >
      {children}
    </a>
  );
}
