import * as z from 'zod/mini';
import { emojis, limits as entryLimits } from '#features/check-ins/constants.ts';
import { operation } from '#platform/http/operation.ts';
import { instant } from '#platform/http/payload-contract.ts';

const text = z.string().check(z.maxLength(entryLimits.contentInput));

/** The fields of a captured entry, in JSON or a form. */
export const captured = z.strictObject({
  text,
  /** One of the ten of an entry. Without it, one at the beginning or the end of the first line is taken from there. */
  emoji: z.optional(z.nullable(z.enum(emojis))),
  /** A day, `YYYY-MM-DD`, in the caller's time zone, or an instant. Default: now. */
  date: z.optional(z.nullable(z.union([z.iso.date(), instant]))),
});
export type Captured = z.infer<typeof captured>;

export const operations = {
  'POST /api/capture': operation({
    summary: 'Add an entry with one simple call: plain text, JSON, or a form with files',
    description:
      'The first line may begin or end with an emoji, and the text may contain #tags. A file that cannot be stored is named in the response and on the entry, which is saved anyway. With an `Idempotency-Key`, a repeated request adds nothing and gets the same address. An entry that comes by an API token says so to its owner.',
    access: 'session',
    scope: 'entries:write',
    // The longest entry, in any script, however the client escapes it.
    bodyLimit: 128 * 1024,
    upload: 'also',
    idempotent: true,
    // Null for a form.
    body: z.nullish(z.union([captured, text])),
    form: captured,
    response: z.strictObject({
      id: z.uuid(),
      /** The page of the entry's day, for people. */
      url: z.string(),
      /** The date of the entry. */
      created_at: z.iso.datetime(),
      /** In the order of the form. */
      files: z.array(
        z.strictObject({
          name: z.string(),
          stored: z.boolean(),
          /** Why it was not stored: a code for programs and a sentence for people. */
          problem: z.nullable(z.strictObject({ code: z.string(), title: z.string() })),
        }),
      ),
    }),
    refusals: ['content_required', 'content_too_long', 'invalid_date', 'invalid_key', 'key_reused'],
  }),
} as const;
