import { useEffect, useId, useRef, type ReactNode } from 'react';

/** The sheet with the rows of a section, one below the other, and the margin rule across them. */
function SettingsSheet({ children }: { children: ReactNode }) {
  return (
    <div className="relative rounded-sheet border border-rule bg-sheet">
      {children}
      <div aria-hidden="true" className="absolute inset-y-0 inset-s-5 w-px bg-margin md:inset-s-52" />
    </div>
  );
}

/** A section of the settings with its rows. The heading is what its address leads to. */
export function SettingsGroup({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="mb-3 scroll-mt-16 text-month outline-none lg:scroll-mt-6">
        {title}
      </h2>
      <SettingsSheet>{children}</SettingsSheet>
    </section>
  );
}

type Props = {
  title: string;
  /** Names the section in the hash of the URL. */
  id?: string;
  children: ReactNode;
};

/** A row of a section: its title in the gutter, its controls to the right of the margin rule. */
export function SettingsSection({ title, id, children }: Props) {
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The section did not exist yet when the browser looked for it.
    if (id !== undefined && location.hash === `#${id}`) section.current?.scrollIntoView();
  }, [id]);
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={heading}
      className="grid scroll-mt-16 gap-x-6 gap-y-3 border-t border-rule py-6 pe-4 ps-10 first:border-t-0 md:grid-cols-[10.5rem_minmax(0,1fr)] md:items-baseline md:gap-x-12 md:pe-6 md:ps-5"
    >
      <h3 id={heading} className="text-ui font-[650]">
        {title}
      </h3>
      <div className="max-w-form">{children}</div>
    </section>
  );
}
