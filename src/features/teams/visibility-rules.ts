// Pure decisions about who can see what of a user's log (R-E8).
import type { ManagerAccess } from './contract.ts';

type SharedEntry = {
  /** The address that the entry is shared with. */
  manager_email: string;
  recorded_at: string;
};

/** Who can see a shared entry, or why the manager who owns its address cannot. */
export type Audience =
  | { sees: true; manager: ManagerAccess }
  /** The manager is currently not on the Team plan. */
  | { sees: false; why: 'not now'; manager: ManagerAccess }
  /** The manager connected after the entry was recorded. */
  | { sees: false; why: 'recorded before'; manager: ManagerAccess }
  | { sees: false; why: 'not connected'; manager: undefined };

/** Finds the manager who owns the address of a shared entry, and whether the entry is visible to them (R-E3, R-E7). */
export function audienceOf(entry: SharedEntry, access: readonly ManagerAccess[]): Audience {
  const owners = access.filter((manager) => ownsAddress(manager, entry.manager_email));
  const [owner] = owners;
  if (!owner) return { sees: false, why: 'not connected', manager: undefined };
  const covered = owners.filter(
    ({ accepted_at }) => Date.parse(entry.recorded_at) >= Date.parse(accepted_at),
  );
  const seeing = covered.find(({ sees_now }) => sees_now);
  if (seeing) return { sees: true, manager: seeing };
  const [paused] = covered;
  return paused
    ? { sees: false, why: 'not now', manager: paused }
    : { sees: false, why: 'recorded before', manager: owner };
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

/** The managers whose address the user knows, each once: whom sharing offers first (R-B6). */
export function connectedManagers(access: readonly ManagerAccess[]): { name: string; email: string }[] {
  const byEmail = new Map<string, string>();
  for (const { manager_email: email, manager_name } of access)
    if (email !== null && !byEmail.has(email)) byEmail.set(email, manager_name?.trim() || email);
  return [...byEmail].map(([email, name]) => ({ name, email }));
}

/** The address to begin with: of the only connected manager. Undefined while unknown, and for none or several. */
export function onlyManager(access: readonly ManagerAccess[] | undefined): string | undefined {
  const [only, ...others] = connectedManagers(access ?? []);
  return others.length === 0 ? only?.email : undefined;
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
