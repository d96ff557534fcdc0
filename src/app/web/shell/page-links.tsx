import { contentPaths } from '../../paths.ts';
import { instance } from '../instance.ts';
import { texts } from '../texts.ts';

/** Links to the pages about the product, at the end of pages that visitors see, and of the settings. */
export function PageLinks() {
  const { about, guide, playbook, privacy } = contentPaths;
  return (
    <nav
      aria-label={texts.pages.label}
      className="mt-12 flex flex-wrap gap-x-5 border-t border-rule pt-3 text-meta print:hidden"
    >
      <PageLink href={about}>{texts.pages.about(instance.instanceName)}</PageLink>
      <PageLink href={guide}>{texts.pages.guide}</PageLink>
      <PageLink href={playbook}>{texts.pages.playbook}</PageLink>
      <PageLink href={privacy}>{texts.pages.privacy}</PageLink>
    </nav>
  );
}

function PageLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-6 items-center text-ink-2 no-underline hover:text-ink hover:underline pointer-coarse:min-h-11"
    >
      {children}
    </a>
  );
}
