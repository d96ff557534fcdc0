// Lists a user's stored objects by name. It belongs to no feature: each feature names its bucket and stores objects
// under the id of their user, which is all that a listing needs.
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { FileStore } from '#platform/files/store.ts';
import { bind, inSteps, isRefused } from '#platform/http/bind.ts';
import { operation } from '#platform/http/operation.ts';
import { buckets } from './stored-files.ts';

/** Default number of objects per response. */
const defaultLimit = 100;

const operations = {
  'GET /api/storage/list/:bucket': operation({
    summary: 'List your own objects in a bucket, by name ascending: 100 by default',
    access: 'session',
    params: z.strictObject({ bucket: z.enum(buckets) }),
    query: z.strictObject({
      /** Only names with this prefix in the user's folder: `{check-in}/`. */
      prefix: z._default(z.string().check(z.regex(/^[A-Za-z0-9._/-]{0,300}$/)), ''),
      /** `next` of the previous page. */
      after: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._/-]{1,900}$/))),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), defaultLimit),
    }),
    response: z.strictObject({
      rows: z.array(
        z.strictObject({
          /** Within the bucket: `{user}/...`, like `file_path`. */
          name: z.string(),
          /** Bytes. */
          size: z.int(),
          updated_at: z.iso.datetime(),
        }),
      ),
      /** Pass it as `after` for the next page. Null on the last page. */
      next: z.nullable(z.string()),
    }),
  }),
} as const;
type List = (typeof operations)['GET /api/storage/list/:bucket'];

export function storageRoutes(
  server: FastifyInstance,
  { pool, files }: { pool: pg.Pool; files: FileStore },
): void {
  bind(server, pool, {
    tag: { name: 'Storage', description: 'The stored files of the caller.' },
    operations,
    refusals: {},
    texts: {},
    handlers: {
      'GET /api/storage/list/:bucket': inSteps<List>(async ({ step, input }) => {
        const viewer = await step(({ viewer }) => Promise.resolve(viewer.userId));
        if (isRefused(viewer)) return viewer;
        const { prefix, after, limit } = input.query;
        const start = `${input.params.bucket}/`;
        const folder = `${start}${viewer}/`;
        const found = await files.list(folder + prefix, after && start + after, limit + 1);
        const rows = found.slice(0, limit).map(({ key, size, modified }) => ({
          name: key.slice(start.length),
          size,
          updated_at: modified.toISOString(),
        }));
        return { rows, next: found.length > limit ? rows.at(-1)!.name : null };
      }),
    },
  });
}
