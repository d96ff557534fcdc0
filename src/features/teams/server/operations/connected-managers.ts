// What sharing an entry with a manager needs from teams (R-B6).
import type { Reader } from '#platform/database/transaction.ts';
import { managerAccess } from '../store.ts';

export { askManager } from '../invitation-store.ts';

/** The addresses of the viewer's managers that the viewer knows, the newest manager first. */
export async function connectedAddresses(tx: Reader): Promise<string[]> {
  const access = await managerAccess(tx);
  return access.flatMap(({ relationship_type: type, manager_email: email }) =>
    type === 'Manager' && email !== null ? [email] : [],
  );
}
