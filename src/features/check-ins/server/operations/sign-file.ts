// Signs a URL for one file, for its owner and for a manager with whom its entry is shared (R-E3). Anyone with the URL
// can read the file until it expires, as long as the user who requested it still has access.
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { fileLimits } from '#platform/files/file-limits.ts';
import { bytesOf } from '#platform/files/send-stored.ts';
import type { SignedUrls } from '#platform/files/signed-urls.ts';
import { isRefused, refuse, type Refused } from '#platform/http/bind.ts';
import { fileForViewer, maySignFile } from '../file-store.ts';

export function signFile(urls: SignedUrls) {
  return async (call: {
    viewer: Viewer;
    tx: Tx;
    input: { params: { id: string }; body: { as: 'view' | 'download' } };
  }): Promise<{ url: string; expires_at: number } | Refused<'not_found' | 'file_owner_only'>> => {
    const { viewer, tx, input } = call;
    const { id } = input.params;
    const { as } = input.body;
    if (!(await maySignFile(tx, id))) return refuse('not_found');
    // None for a file in the bin, whose URL works once it is restored.
    const file = await fileForViewer(tx, viewer.userId, id);
    // Also refused here, so that the page can say why.
    const bytes = file && bytesOf(file, as, viewer.userId);
    if (bytes && isRefused(bytes)) return bytes;
    return urls.sign({ id, as, viewer: viewer.userId }, fileLimits.viewSeconds);
  };
}
