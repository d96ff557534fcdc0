import type { Scope } from '#platform/reader/scope.ts';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { BoardDialog } from './board-dialog.tsx';
import type { ReportName } from './open-report.ts';
import { WeekDialog } from './week-dialog.tsx';

const PacketsDialog = fetched<{ scope: Scope; onClose: () => void }>(
  async () => (await import('#features/packets/web/packets-dialog.tsx')).PacketsDialog,
  FailedOverlay,
);

type Props = { name: ReportName; scope: Scope; email: string; onClose: () => void };

/** The dialog of a report. */
export function OpenedReport({ name, scope, email, onClose }: Props) {
  if (name === 'packet') return <PacketsDialog scope={scope} onClose={onClose} />;
  const { timezone } = scope;
  if (name === 'week') return <WeekDialog timezone={timezone} onClose={onClose} />;
  return <BoardDialog timezone={timezone} email={email} onClose={onClose} />;
}
