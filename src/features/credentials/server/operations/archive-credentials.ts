// The credentials in the archive of a log, with all that verifies them when the instance is gone: its keys, and the status lists
// of that day.
import type pg from 'pg';
import { verifiedVouches } from '#features/vouches/server/operations/confirmed-vouch.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { isRefused } from '#platform/http/bind.ts';
import { didDocument } from '#platform/signing/did-web.ts';
import { publicKeys } from '#platform/signing/public-keys.ts';
import type { VouchCredential } from '../../format-contract.ts';
import { credentialsOf, type SigningParts } from './issue-credential.ts';
import { StatusLists } from './status-lists.ts';

type RunAsOwner = <T>(work: (tx: Tx, viewer: string) => Promise<T>) => Promise<T>;
type Document = { path: string; text: string };

const pageSize = 20;
const folder = 'credentials';
/** The last part of an id or address, which is random. */
const tailOf = (id: string) => id.split(/[:/]/).at(-1)!;

/** The owner, and the ids of the next verified vouches. */
const page = (runAsOwner: RunAsOwner, after: string | null) =>
  runAsOwner(async (tx, viewer): Promise<[string, string[]]> => [
    viewer,
    await verifiedVouches(tx, viewer, after, pageSize),
  ]);

export function archivedCredentials(parts: SigningParts & { pool: pg.Pool }) {
  const statusLists = new StatusLists(parts);

  return async function* documents(runAsOwner: RunAsOwner): AsyncGenerator<Document> {
    const lists = new Set<string>();
    let [caller, vouchIds] = await page(runAsOwner, null);
    for (; vouchIds.length > 0; [caller, vouchIds] = await page(runAsOwner, vouchIds.at(-1)!)) {
      const issued = await credentialsOf(parts, { run: runAsOwner, caller, vouchIds });
      if (isRefused(issued)) return;
      for (const { json, jwt } of issued.values()) {
        const { id, credentialStatus } = JSON.parse(json) as VouchCredential;
        lists.add(credentialStatus.statusListCredential);
        yield { path: `${folder}/${tailOf(id)}.json`, text: json };
        yield { path: `${folder}/${tailOf(id)}.jwt`, text: jwt };
      }
    }
    if (lists.size === 0) return;
    const { keys } = await publicKeys(parts.pool, parts.config.appUrl);
    yield { path: `${folder}/did.json`, text: JSON.stringify(didDocument(parts.config.appUrl, keys)) };
    for (const list of lists) {
      const text = await statusLists.read(tailOf(list));
      if (text !== undefined) yield { path: `${folder}/status-${tailOf(list)}.json`, text };
    }
  };
}
