import type { CheckIn } from '#features/check-ins/contract.ts';
import { noteTexts as copy } from '../field-texts.ts';

/** Says that the people with whom the entry is shared get no other email (R-B2). */
export function SharedNote({ entry }: { entry: CheckIn }) {
  const { manager_email: manager, manager_email_state: state, teammate_email: teammate } = entry;
  if (!manager && !teammate) return null;
  return (
    <div className="mb-5 grid gap-1 text-meta wrap-anywhere text-ink-2">
      {manager && <p>{copy.sharedWithManager[state ?? 'sent'](manager)}</p>}
      {teammate && <p>{copy.sharedWithTeammate(teammate)}</p>}
    </div>
  );
}
