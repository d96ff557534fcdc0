// Signs a URL for one file. Anyone with the URL can read the file for an hour, as long as the user who requested it
// still has access.
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { Signer } from '#platform/files/signature.ts';
import { refuse, type Refused } from '#platform/http/bind.ts';
import { fileById } from '../file-store.ts';

/** Seconds. */
const life = 3600;

export type Address = { id: string; as: 'view' | 'download'; viewer: string; exp: number };

/** The values that a signature covers. Changing any of them invalidates it. */
export function claimsOf({ id, as, viewer, exp }: Address): string[] {
  return ['log-files', id.toLowerCase(), as, viewer.toLowerCase(), String(exp)];
}

export function signFile(signer: Signer) {
  return async (call: {
    viewer: Viewer;
    tx: Tx;
    input: { params: { id: string }; body: { as: 'view' | 'download' } };
  }): Promise<{ url: string; expires_at: number } | Refused<'not_found'>> => {
    const { viewer, tx, input } = call;
    const { as } = input.body;
    const file = await fileById(tx, input.params.id);
    if (!file) return refuse('not_found');
    const exp = Math.floor(Date.now() / 1000) + life;
    const sig = signer.sign(claimsOf({ id: file.id, as, viewer: viewer.userId, exp }));
    const query = new URLSearchParams({ as, viewer: viewer.userId, exp: String(exp), sig });
    return { url: `/api/storage/object/log-files/${file.id}?${query.toString()}`, expires_at: exp };
  };
}
