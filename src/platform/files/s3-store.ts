// Stores files in a bucket of an S3-compatible object store. Uploads are staged on the local disk first, as for the disk
// store (docs/decisions/0033-object-storage.md).
import type { Readable } from 'node:stream';
import { dayMs } from '../clock/durations.ts';
import type { ObjectStorage } from '../config/config.ts';
import { hashBytes } from './hash-bytes.ts';
import { S3Client } from './s3-client.ts';
import { openObject } from './s3-read.ts';
import { abortUploads, hashHeader, putObject } from './s3-write.ts';
import { readObjects } from './s3-xml.ts';
import { openStaging } from './staging.ts';
import { type FileStore, isKey, requireKey, StorageUnavailable, type StoredObject } from './store.ts';

/** The most objects that a store lists in one response. */
const maxPage = 1000;

/** `root`: the local folder in which uploads are staged. `warn` reports a wrong clock. */
export async function s3Store(
  settings: ObjectStorage,
  root: string,
  warn: (message: string) => void,
): Promise<FileStore> {
  const staging = await openStaging(root);
  const client = new S3Client(settings, warn);

  async function read(key: string): Promise<Readable | undefined> {
    requireKey(key);
    const opened = await openObject(client, key);
    return opened === 'outside' ? undefined : opened?.bytes;
  }

  async function describe(key: string) {
    requireKey(key);
    const { status, headers } = await client.call({ method: 'HEAD', key }, [404]);
    return status === 404 ? undefined : headers;
  }

  return {
    ...staging,

    async put(staged, key) {
      requireKey(key);
      await putObject(client, staged, key);
    },

    async sizeOf(key) {
      const headers = await describe(key);
      return headers && Number(headers['content-length']);
    },

    async sha256Of(key) {
      const headers = await describe(key);
      const known = String(headers?.[hashHeader]);
      if (!headers || /^[0-9a-f]{64}$/.test(known)) return headers && Buffer.from(known, 'hex');
      // Another program stored it.
      const bytes = await read(key);
      return bytes && hashBytes(bytes);
    },

    read,

    async open(key, wanted) {
      requireKey(key);
      return openObject(client, key, wanted);
    },

    async remove(key) {
      requireKey(key);
      await client.call({ method: 'DELETE', key }, [404]);
    },

    async list(prefix, after, limit) {
      const found: StoredObject[] = [];
      for (let start = after; found.length < limit;) {
        const query = {
          'list-type': '2',
          prefix,
          'max-keys': String(Math.min(limit - found.length, maxPage)),
          ...(start !== undefined && { 'start-after': start }),
        };
        const { objects, isLast } = await client.read({ method: 'GET', query }, readObjects);
        // Another program may have stored objects that this one could not address.
        found.push(...objects.filter(({ key }) => isKey(key)));
        const last = objects.at(-1)?.key;
        if (isLast || last === undefined) break;
        if (last === start) throw new StorageUnavailable('The object store lists the same objects again.');
        start = last;
      }
      return found;
    },

    async clearStaged(before) {
      const cleared = await staging.clearStaged(before);
      // Moving a large file may take hours.
      const dayAgo = new Date(Date.now() - dayMs);
      return cleared + (await abortUploads(client, before < dayAgo ? before : dayAgo));
    },

    async check() {
      await staging.check();
      await client.probe({ method: 'HEAD' });
    },
  };
}
