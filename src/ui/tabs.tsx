import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { isPlainClick } from './plain-click.ts';
import { arrowStep, isRightToLeft } from './reading-direction.ts';

export type Tab<Id extends string> = {
  id: Id;
  label: string;
  /** URL of this tab, so that it can be opened in a new window. */
  href: string;
  /** Shown after the label, such as a counter. */
  badge?: ReactNode;
};

type Props<Id extends string> = {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** The selected tab's content. */
  children: ReactNode;
};

const tabId = (id: string) => `tab-${id}`;
const panelId = (id: string) => `panel-${id}`;

/** Scrolls a strip that is wider than the window to the selected tab, even after a counter makes a tab wider. */
function keepInView(strip: HTMLElement, tab: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    strip.scrollLeft = tab.offsetLeft + (isRightToLeft() ? 0 : tab.offsetWidth - strip.clientWidth);
  });
  for (const each of strip.children) observer.observe(each);
  return () => observer.disconnect();
}

/** Links on a double rule that behave as tabs: a single tab stop, arrow keys move between them. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: Props<Id>) {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tab = document.getElementById(tabId(selected));
    return strip.current && tab ? keepInView(strip.current, tab) : undefined;
  }, [selected]);
  function choose(event: MouseEvent, id: Id) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onSelect(id);
  }
  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const ends: Record<string, number> = { Home: 0, End: -1 };
    const step = arrowStep(event.key);
    const to = step === undefined ? ends[event.key] : at + step;
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(tabId(next.id))?.focus();
  }
  return (
    <>
      <div
        ref={strip}
        role="tablist"
        aria-label={label}
        className="double-rule-under relative flex gap-4 overflow-x-auto md:gap-7 print:hidden [scrollbar-width:none]"
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <a
            key={tab.id}
            id={tabId(tab.id)}
            role="tab"
            href={tab.href}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? panelId(tab.id) : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={(event) => choose(event, tab.id)}
            className={cx(
              'inline-flex min-h-control items-center gap-2 tab-line text-tab whitespace-nowrap',
              'no-underline transition-colors focus-visible:-outline-offset-2',
              tab.id === selected ? 'text-ink' : 'text-ink-2 hover:text-ink',
            )}
          >
            {tab.label}
            {tab.badge}
          </a>
        ))}
      </div>
      {/* Contains the margins of its content, so that it does not move when that is loaded. */}
      <div role="tabpanel" id={panelId(selected)} aria-labelledby={tabId(selected)} className="flow-root">
        {children}
      </div>
    </>
  );
}
