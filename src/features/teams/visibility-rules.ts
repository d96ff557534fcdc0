// Pure decisions about who can see what of a user's log (R-E8).
import type { ManagerAccess } from './contract.ts';

type SharedEntry = {
  /** The address that the entry is shared with. */
  manager_email: string;
  recorded_at: string;
};

/** Who can see a shared entry. `since`: the manager is connected, but sees only entries recorded from then on. */
export type Audience =
  | { sees: true; manager: ManagerAccess }
  | { sees: false; manager: ManagerAccess; since: string }
  | { sees: false; manager: undefined };

/** Finds the manager who owns the address of a shared entry, and whether the entry is visible to them (R-E3, R-E7). */
export function audienceOf(entry: SharedEntry, access: readonly ManagerAccess[]): Audience {
  const owners = access.filter((manager) => ownsAddress(manager, entry.manager_email));
  const seeing = owners.find(({ accepted_at }) => Date.parse(entry.recorded_at) >= Date.parse(accepted_at));
  if (seeing) return { sees: true, manager: seeing };
  const [owner] = owners;
  return owner
    ? { sees: false, manager: owner, since: owner.accepted_at }
    : { sees: false, manager: undefined };
}

/** Whether an address is known to be the manager's. */
export function ownsAddress(manager: ManagerAccess, address: string): boolean {
  return manager.manager_email === address || manager.shared_with.includes(address);
}

type Suggestion = {
  address: string;
  /** Of a connected manager. */
  name: string | undefined;
};

/** The addresses to suggest for sharing: connected managers first, then those used before (R-B6). */
export function managerSuggestions(access: readonly ManagerAccess[], used: readonly string[]): Suggestion[] {
  const connected = access.flatMap((manager) => {
    const address = manager.manager_email ?? manager.shared_with[0];
    return address === undefined || manager.relationship_type === 'Legacy'
      ? []
      : [{ address, name: manager.manager_name ?? undefined }];
  });
  const known = new Set(connected.map(({ address }) => address));
  const others = used.filter((address) => !known.has(address));
  return [...connected, ...others.map((address) => ({ address, name: undefined }))];
}
