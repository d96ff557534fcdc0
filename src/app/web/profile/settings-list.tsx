import { useEffect, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { listTexts } from './list-texts.ts';
import { settingsSections, type SectionId } from './settings-sections.ts';

/**
 * The sections of the settings, to jump to. The links are plain: the browser moves to the heading, focuses it, and goes back.
 * A row that scrolls on phones, next to the sections on a desktop; it stays in view.
 */
export function SettingsList() {
  const current = useCurrentSection();
  useEffect(() => {
    // The section did not exist yet when the browser looked for it.
    const id = settingsSections.find((section) => location.hash === `#${section.id}`)?.id;
    const heading = id && document.getElementById(id);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, []);
  return (
    <nav
      aria-label={listTexts.settings.list}
      className="sticky top-0 z-10 -mx-side overflow-x-auto border-b border-rule bg-paper px-side [scrollbar-width:none] lg:top-6 lg:mx-0 lg:self-start lg:overflow-visible lg:border-0 lg:px-0"
    >
      <ul className="flex w-max gap-1 py-1 lg:w-auto lg:flex-col lg:py-0">
        {settingsSections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              className={cx(
                'flex min-h-control items-center rounded-control px-2.5 text-button whitespace-nowrap no-underline hover:bg-sunken lg:min-h-9',
                id === current ? 'bg-sunken text-ink' : 'text-ink-2',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The last section whose heading has passed the upper part of the window. */
function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>(settingsSections[0].id);
  useEffect(() => {
    const shown = new Set<Element>();
    const observer = new IntersectionObserver(
      (crossings) => {
        for (const { target, isIntersecting } of crossings)
          if (isIntersecting) shown.add(target);
          else shown.delete(target);
        const first = settingsSections.find(({ id }) =>
          [...shown].some((section) => section.getAttribute('aria-labelledby') === id),
        );
        if (first) setCurrent(first.id);
      },
      // What is in the third of the window below the row.
      { rootMargin: '-80px 0px -67% 0px' },
    );
    for (const { id } of settingsSections) {
      const section = document.getElementById(id)?.closest('section');
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}
