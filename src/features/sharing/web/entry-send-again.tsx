import { useQueryClient } from '@tanstack/react-query';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { putOwnRow } from '#features/check-ins/web/queries/check-in-changes.ts';
import { SendAgainButton } from '#features/shoutouts/web/send-again.tsx';
import { client } from '#platform/http/client.ts';
import { withRetries } from '#platform/http/retries.ts';
import type { Scope } from '#platform/reader/scope.ts';
import type { operations } from '../contract.ts';

const call = client<typeof operations>();

type Props = { entry: CheckIn; scope: Scope; to: 'manager' | 'teammate' };

/** "Send again" for the email about a shared entry. */
export function EntrySendAgain({ entry, scope, to }: Props) {
  const queries = useQueryClient();
  const { id } = entry;
  async function send() {
    const row = await withRetries(() =>
      call('POST /api/check_ins/:id/send_again', { params: { id }, body: { to } }),
    );
    putOwnRow(queries, scope, row);
    return row[`${to}_email_state`];
  }
  return <SendAgainButton about={`again ${to} ${id}`} email={entry[`${to}_email`] ?? ''} send={send} />;
}
