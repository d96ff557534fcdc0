import type { CheckIn } from '#features/check-ins/contract.ts';

const at = '2026-11-20T10:00:00.000Z';

/** An entry that is shared with no one and has no files, with these changes. */
export function entryWith(change: Partial<CheckIn> = {}): CheckIn {
  return {
    id: 'entry',
    user_id: 'user',
    kind: 'entry',
    content: 'Shipped it',
    emoji: null,
    created_at: at,
    recorded_at: at,
    edited_at: null,
    deleted_at: null,
    file_count: 0,
    missing_files: [],
    shared_with_manager: false,
    manager_email: null,
    manager_email_state: null,
    teammate_email: null,
    teammate_message: null,
    teammate_email_state: null,
    source: null,
    source_name: null,
    ...change,
  };
}
