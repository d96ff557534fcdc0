// Which report is open. A store, so that commands outside of the menu can open one.
import { createStore } from '#ui/store.ts';

export type ReportName = 'week' | 'packet' | 'board';

export const openedReport = createStore<{ name: ReportName | undefined }>({ name: undefined });

export function openReport(name: ReportName): void {
  openedReport.set({ name });
}

export function closeReport(): void {
  openedReport.set({ name: undefined });
}
