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

/** The name of the manager who sees an entry in Logbook, or else their address. Undefined if no one does. */
export function managerWhoSees(
  { manager_email, recorded_at }: { manager_email: string | null; recorded_at: string },
  access: readonly ManagerAccess[],
): string | undefined {
  if (manager_email === null) return undefined;
  const audience = audienceOf({ manager_email, recorded_at }, access);
  return audience.sees ? (audience.manager.manager_name ?? manager_email) : undefined;
}

/** Whether an address is known to be the manager's. */
export function ownsAddress(manager: ManagerAccess, address: string): boolean {
  return manager.manager_email === address || manager.shared_with.includes(address);
}

/** The name of the manager who owns an address. Undefined if none is known to. */
export function nameOfAddress(address: string, access: readonly ManagerAccess[]): string | undefined {
  const named = access.find((manager) => manager.manager_name !== null && ownsAddress(manager, address));
  return named?.manager_name ?? undefined;
}
