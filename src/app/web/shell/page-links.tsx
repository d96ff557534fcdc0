import { contentPaths } from '../../paths.ts';
import { instance } from '../instance.ts';
import { texts } from '../texts.ts';

/** The pages about the product, in the order of their links. */
export function pagesAboutProduct(): { href: string; label: string }[] {
  const { about, guide, playbook, privacy, accessibility } = contentPaths;
  return [
    { href: about, label: texts.pages.about(instance.instanceName) },
    { href: guide, label: texts.pages.guide },
    { href: playbook, label: texts.pages.playbook },
    { href: privacy, label: texts.pages.privacy },
    { href: accessibility, label: texts.pages.accessibility },
  ];
}

/** Links to them, at the end of pages that visitors see, and of the settings. */
export function PageLinks() {
  return (
    <nav
      aria-label={texts.pages.label}
      className="mt-12 flex flex-wrap gap-x-5 border-t border-rule pt-3 text-meta print:hidden"
    >
      {pagesAboutProduct().map(({ href, label }) => (
        <PageLink key={href} href={href}>
          {label}
        </PageLink>
      ))}
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
