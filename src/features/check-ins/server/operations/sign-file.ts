// Signs a URL for one file, for its owner and for a manager with whom its entry is shared (R-E3). Anyone with the URL
// can read the file for an hour, as long as the user who requested it still has access.
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { SignedUrls } from '#platform/files/signed-urls.ts';
import { refuse, type Refused } from '#platform/http/bind.ts';
import { maySignFile } from '../file-store.ts';

/** Seconds. */
const life = 3600;

export function signFile(urls: SignedUrls) {
  return async (call: {
    viewer: Viewer;
    tx: Tx;
    input: { params: { id: string }; body: { as: 'view' | 'download' } };
  }): Promise<{ url: string; expires_at: number } | Refused<'not_found'>> => {
    const { viewer, tx, input } = call;
    const { id } = input.params;
    return (await maySignFile(tx, id))
      ? urls.sign({ id, as: input.body.as, viewer: viewer.userId }, life)
      : refuse('not_found');
  };
}
