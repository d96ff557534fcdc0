// Signs a URL for one file. Anyone with the URL can read the file for an hour, as long as the user who requested it
// still has access.
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { SignedUrls } from '#platform/files/signed-urls.ts';
import { refuse, type Refused } from '#platform/http/bind.ts';
import { fileById } from '../file-store.ts';

/** Seconds. */
const life = 3600;

export function signFile(urls: SignedUrls) {
  return async (call: {
    viewer: Viewer;
    tx: Tx;
    input: { params: { id: string }; body: { as: 'view' | 'download' } };
  }): Promise<{ url: string; expires_at: number } | Refused<'not_found'>> => {
    const { viewer, tx, input } = call;
    const file = await fileById(tx, input.params.id);
    return file
      ? urls.sign({ id: file.id, as: input.body.as, viewer: viewer.userId }, life)
      : refuse('not_found');
  };
}
