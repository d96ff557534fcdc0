import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { uuid } from '#platform/http/payload-contract.ts';
import { limits, recordKinds } from './constants.ts';

const kind = z.enum(recordKinds);
const record = z.string().check(z.maxLength(limits.record));

/** What another instance recorded, as its archive says. Nothing of it is checked here. */
export const importedRecord = z.strictObject({
  id: z.uuid(),
  kind,
  /** The origin of the other instance. Empty if the archive does not name it. */
  origin: z.string(),
  /** The id of the row at the other instance. */
  original_id: z.uuid(),
  /** When it was sent, or verified, according to the record. */
  at: z.iso.datetime(),
  /** The row of the archive, as JSON. */
  record: z.string(),
  imported_at: z.iso.datetime(),
});
export type ImportedRecord = z.infer<typeof importedRecord>;

const newRecord = z.strictObject({
  kind,
  origin: z.string().check(z.maxLength(limits.origin)),
  original_id: uuid,
  record,
});
export type NewRecord = z.infer<typeof newRecord>;

/** What became of a record. `there`: it was imported before. `made_here`: it is a shoutout or vouch of the caller here. */
export const recordOutcome = z.enum([
  'added',
  'there',
  'made_here',
  'unreadable',
  'invalid_origin',
  'invalid_date',
  'not_verified',
  'too_many_records',
]);
export type RecordOutcome = z.infer<typeof recordOutcome>;

export const operations = {
  'GET /api/imported_records': operation({
    summary: 'What other instances recorded about the caller, newest first, paginated; not checked here',
    access: 'session',
    query: z.strictObject({
      kind,
      /** `next` of the previous page. */
      before: z.optional(z.string().check(z.maxLength(100))),
      limit: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageMax)),
        limits.page,
      ),
    }),
    response: z.strictObject({ rows: z.array(importedRecord), next: z.nullable(z.string()) }),
  }),
  'POST /api/imported_records': operation({
    summary: 'Keep shoutouts and vouches of an archive of another instance; idempotent by origin and id',
    description: 'Each record has its own outcome, in the order of the request. See docs/formats/archive.md.',
    access: 'session',
    heavy: true,
    // The longest record, in any script, however the client escapes it, or many short ones.
    bodyLimit: 256 * 1024,
    body: z.strictObject({
      records: z.array(newRecord).check(z.minLength(1), z.maxLength(limits.perRequest)),
    }),
    response: z.strictObject({ outcomes: z.array(recordOutcome) }),
  }),
  'DELETE /api/imported_records/:id': operation({
    summary: 'Permanently delete what another instance recorded',
    access: 'session',
    params: z.strictObject({ id: uuid }),
    response: importedRecord,
  }),
} as const;
