// The script of the playbook: plain DOM code, because the page has no app. The server renders everything that it needs.
import { watchCoveredEdges } from '#ui/covered-edges.ts';
import { startCalculator } from './calculator.ts';
import { startCopying } from './copying.ts';
import { startExamples } from './examples.ts';
import { startTabs } from './script-tabs.ts';
import { startTips } from './tips-dialog.ts';
import { startWinLog } from './win-log.ts';

/** Starts each part that the page has. */
const parts: [string, (root: HTMLElement) => void][] = [
  ['[data-calculator]', startCalculator],
  ['[data-win-log]', startWinLog],
  ['[data-examples]', startExamples],
  ['[data-tabs]', startTabs],
  ['[data-tips-dialog]', startTips],
];
for (const [selector, start] of parts) {
  const root = document.querySelector<HTMLElement>(selector);
  if (root) start(root);
}
startCopying();
watchCoveredEdges();
