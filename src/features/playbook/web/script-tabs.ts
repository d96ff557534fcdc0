import { arrowStep } from '#ui/reading-direction.ts';

/** Makes the tabs work as WAI-ARIA describes: a single tab stop, arrow keys select. */
export function startTabs(root: HTMLElement): void {
  const tabs = [...root.querySelectorAll<HTMLElement>('[role=tab]')];

  const select = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')!)!.style.display = isChosen
        ? 'block'
        : 'none';
    }
  };
  for (const [at, tab] of tabs.entries()) {
    tab.onclick = () => select(tab);
    tab.onkeydown = (event) => {
      const ends: Record<string, number> = { Home: 0, End: -1 };
      const step = arrowStep(event.key);
      const next = step === undefined ? ends[event.key] : at + step;
      if (next === undefined) return;
      event.preventDefault();
      const chosen = tabs.at(next % tabs.length)!;
      select(chosen);
      chosen.focus();
    };
  }
  select(tabs[0]!);
}
