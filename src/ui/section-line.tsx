import { useId, type ReactNode } from 'react';

type Props = {
  title: string;
  children: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
  /** Shown below the line, as part of the section. */
  content?: ReactNode;
};

/**
 * The line of a section above the tabs. It has the same height in all states, so that nothing below it moves. On the
 * narrowest phones, the text is below the title and the buttons.
 */
export function SectionLine({ title, children, actions, content }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="relative">
      <div className="flex min-h-15 items-center gap-x-3 max-[23rem]:flex-wrap max-[23rem]:py-2 md:gap-x-5">
        <h2 id={id} className="shrink-0 text-button">
          {title}
        </h2>
        <div className="min-w-0 grow max-[23rem]:order-last max-[23rem]:basis-full">{children}</div>
        {actions && <div className="ms-auto flex shrink-0 items-center gap-1">{actions}</div>}
      </div>
      {content}
    </section>
  );
}
