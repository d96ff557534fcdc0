import { useQuery, useQueryClient } from '@tanstack/react-query';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useEffect } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { managersQuery } from './managers-query.ts';
import type { ManagerAccess } from '../../contract.ts';
import { audienceOf, ownsAddress } from '../../visibility-rules.ts';
import { audienceTexts as texts } from '../../audience-texts.ts';
import { useLiveManagers } from './use-live-managers.ts';

type Props = { entry: CheckIn & { manager_email: string }; scope: Scope };

/** Who can see a shared entry (R-E8). All entries share one request. */
export function EntryAudience({ entry, scope }: Props) {
  const { data: managers } = useQuery(managersQuery(scope));
  useLiveManagers(scope);
  useNewAddress(entry.manager_email, managers, scope);
  const { sees, text } = describe(entry, managers);
  const Icon = sees ? Eye : EyeOff;
  return (
    <span className="inline-flex items-start gap-1.5 wrap-anywhere">
      {managers && <Icon aria-hidden="true" size={13} className="mt-0.5 shrink-0" />}
      <bdi>{text}</bdi>
    </span>
  );
}

function describe(entry: Props['entry'], managers: readonly ManagerAccess[] | undefined) {
  const { manager_email: email } = entry;
  if (!managers) return { sees: true, text: texts.sharedWith(email) };
  const audience = audienceOf(entry, managers);
  const name = audience.manager?.manager_name ?? email;
  if (audience.sees) return { sees: true, text: texts.sees(name) };
  const text = {
    'not now': texts.notNow(name),
    'recorded before': texts.recordedBefore(name),
    'not connected': texts.notConnected(email),
  }[audience.why];
  return { sees: false, text };
}

/** Addresses that no manager was known for. */
const looked = new Set<string>();

/**
 * Loads the managers again when an entry is shared with an address for the first time: it may be another address of a
 * manager who is connected. No live event reports that.
 */
function useNewAddress(
  address: string,
  managers: readonly ManagerAccess[] | undefined,
  { userId }: Scope,
): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (looked.has(address)) return;
    looked.add(address);
    if (!managers || managers.some((manager) => ownsAddress(manager, address))) return;
    void queries.invalidateQueries(
      { queryKey: managersQuery({ userId }).queryKey },
      { cancelRefetch: false },
    );
  }, [queries, address, managers, userId]);
}
