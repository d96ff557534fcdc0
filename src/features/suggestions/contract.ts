import * as z from 'zod/mini';
import { checkIn, importedCheckIn } from '#features/check-ins/contract.ts';
import { emojis, limits as entryLimits } from '#features/check-ins/constants.ts';
import { operation } from '#platform/http/operation.ts';
import { instant, uuid } from '#platform/http/payload-contract.ts';
import { limits, sentSources, suggestionSources, type refusals } from './constants.ts';

export type RefusalCode = keyof typeof refusals;

const text = (max: number) => z.string().check(z.maxLength(max));
const source = z.enum(suggestionSources);
/** Only the server says that something came by email. */
const sentSource = z.enum(sentSources);

/** What may become an entry, as its sender describes it. `source` and `source_id` identify it (R-O2). */
const newSuggestion = z.strictObject({
  source: z._default(sentSource, 'api'),
  /** The id at the source, such as the hash of a commit. */
  source_id: text(limits.sourceId).check(z.minLength(1)),
  /** The date of the source, and of the entry if it is accepted. */
  at: instant,
  /** The text of the entry, with its #tags. */
  content: text(entryLimits.contentInput),
  emoji: z.optional(z.nullable(z.enum(emojis))),
  /** What it belongs to: a project, a repository, a series in the calendar, a ticket. */
  group: z.optional(z.nullable(text(limits.group))),
  /** Why it is suggested. */
  reason: z.optional(z.nullable(text(limits.reason))),
  /** Its page at the source. */
  url: z.optional(z.nullable(z.url({ protocol: /^https?$/ }).check(z.maxLength(limits.url)))),
});
export const suggestionFile = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
});
export type SuggestionFile = z.infer<typeof suggestionFile>;

export const suggestion = z.strictObject({
  id: z.uuid(),
  source,
  source_id: z.string(),
  at: z.iso.datetime(),
  content: z.string(),
  emoji: z.nullable(z.string()),
  group: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  url: z.nullable(z.string()),
  files: z.array(suggestionFile),
  created_at: z.iso.datetime(),
});
export type Suggestion = z.infer<typeof suggestion>;

/** What became of a suggestion that was sent. `known`: it waits already, or was accepted or dismissed. */
export const addOutcome = z.enum([
  'added',
  'known',
  'content_required',
  'content_too_long',
  'source_id_required',
  'invalid_date',
  'too_many_suggestions',
]);
export type AddOutcome = z.infer<typeof addOutcome>;

/** An entry to make of one suggestion, or of several that are merged. */
const accepted = z.strictObject({
  /** The id of the entry. Repeating the request with it changes nothing. */
  check_in_id: uuid,
  /** In the order in which they are merged. */
  suggestions: z.array(uuid).check(z.minLength(1), z.maxLength(limits.merged)),
  /** Default: the texts of the suggestions, in their order. */
  content: z.optional(text(entryLimits.contentInput)),
  /** Default: that of the first suggestion that has one. */
  emoji: z.optional(z.nullable(z.enum(emojis))),
});
export type Accepted = z.infer<typeof accepted>;

/**
 * What became of an entry to accept. `settled`: another request has accepted or dismissed one of its suggestions.
 * `not_found`: one of them does not exist, or has ended.
 */
export const acceptOutcome = z.enum([
  'accepted',
  'settled',
  'not_found',
  'id_taken',
  'content_required',
  'content_too_long',
  'invalid_date',
  'too_many_files',
]);
export type AcceptOutcome = z.infer<typeof acceptOutcome>;

/** What became of an entry of suggestions that the browser kept. `there`: an earlier request has added it. */
const foundOutcome = z.enum([
  'written',
  'there',
  'settled',
  'id_taken',
  'content_required',
  'content_too_long',
  'invalid_date',
  'too_many_files',
]);
export type FoundOutcome = z.infer<typeof foundOutcome>;

const ids = z.array(uuid).check(z.minLength(1), z.maxLength(limits.perRequest));
/** SHA-256 of source and id (`keyOf` in rules.ts), in hexadecimal. */
const hash = z.string().check(z.maxLength(64), z.regex(/^[0-9a-f]{64}$/));
const hashes = z.array(hash).check(z.minLength(1), z.maxLength(limits.hashes));

/** An entry that suggestions of the browser become: `hashes` are theirs. */
const found = z.extend(
  z.pick(importedCheckIn, {
    ...{ id: true, content: true, emoji: true, created_at: true },
    ...{ source: true, source_name: true, files: true },
  }),
  { hashes: z.array(hash).check(z.minLength(1), z.maxLength(limits.merged)) },
);
export type FoundEntry = z.infer<typeof found>;

/** A hundred long ones, or many short ones. */
const bodyLimit = 256 * 1024;

export const operations = {
  'POST /api/suggestions': operation({
    summary: 'Suggest entries, which the user accepts or dismisses; repeating it adds nothing twice',
    description:
      'A suggestion is identified by its `source` and `source_id`: one that waits already, or that was accepted or dismissed, is `known`. Each has its own outcome, in the order of the request. What no one accepts ends after 90 days.',
    access: 'session',
    scope: 'suggestions:write',
    heavy: true,
    bodyLimit,
    body: z.strictObject({
      suggestions: z.array(newSuggestion).check(z.minLength(1), z.maxLength(limits.perRequest)),
    }),
    response: z.strictObject({
      added: z.int(),
      known: z.int(),
      refused: z.int(),
      outcomes: z.array(
        z.strictObject({
          outcome: addOutcome,
          /** Why it was refused, in a sentence for people. */
          problem: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  'GET /api/suggestions': operation({
    summary: "The caller's open suggestions, newest date first, paginated",
    description:
      'Pass `next` as `before` to get the next page. `count` is that of all that match the filters, on the first page only; null on later pages.',
    access: 'session',
    heavy: true,
    query: z.strictObject({
      source: z.optional(source),
      group: z.optional(text(limits.group)),
      /** Only suggestions dated at or after this instant, and before `to`. */
      from: z.optional(instant),
      to: z.optional(instant),
      /** `next` of the previous page. */
      before: z.optional(text(100)),
      limit: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageMax)),
        limits.page,
      ),
    }),
    response: z.strictObject({
      rows: z.array(suggestion),
      next: z.nullable(z.string()),
      count: z.nullable(z.int()),
    }),
  }),
  'POST /api/suggestions/accept': operation({
    summary:
      'Accept suggestions: each item becomes an entry, dated as its source; idempotent by `check_in_id`',
    access: 'session',
    heavy: true,
    bodyLimit,
    body: z.strictObject({
      entries: z.array(accepted).check(z.minLength(1), z.maxLength(limits.perRequest)),
    }),
    response: z.strictObject({
      /** In the order of the request. */
      outcomes: z.array(acceptOutcome),
      /** The entries of those that were accepted. */
      check_ins: z.array(checkIn),
    }),
  }),
  'POST /api/suggestions/import': operation({
    summary:
      'Add the entries that suggestions of the browser become, and remember these as accepted; idempotent by id',
    description:
      'Each item has its own outcome, in the order of the request. It is `settled` if one of its suggestions waits on the server, or was accepted or dismissed by another browser.',
    access: 'session',
    heavy: true,
    bodyLimit,
    body: z.strictObject({
      entries: z.array(found).check(z.minLength(1), z.maxLength(limits.perRequest)),
    }),
    response: z.strictObject({ outcomes: z.array(foundOutcome) }),
  }),
  'POST /api/suggestions/dismiss': operation({
    summary: 'Dismiss suggestions, which never return',
    access: 'session',
    heavy: true,
    body: z.strictObject({ ids }),
    response: z.strictObject({ dismissed: z.int() }),
  }),
  'POST /api/suggestions/restore': operation({
    summary: 'Undo accepting or dismissing suggestions within an hour; their entries move to the bin',
    access: 'session',
    heavy: true,
    body: z.strictObject({ ids }),
    response: z.strictObject({ restored: z.int() }),
    refusals: ['nothing_to_undo'],
  }),
  'POST /api/suggestions/settled': operation({
    summary: 'Which of these suggestions wait, or were accepted or dismissed, by the hash of source and id',
    access: 'session',
    heavy: true,
    readsOnly: true,
    bodyLimit,
    body: z.strictObject({ hashes }),
    response: z.strictObject({ known: z.array(z.string()) }),
  }),
  'POST /api/suggestions/settle': operation({
    summary: 'Remember suggestions that the browser kept as accepted or dismissed, by hash',
    access: 'session',
    heavy: true,
    bodyLimit,
    body: z.strictObject({ hashes }),
    response: z.strictObject({ settled: z.int() }),
  }),
  'POST /api/suggestions/unsettle': operation({
    summary: 'Undo that; the entries move to the bin',
    access: 'session',
    heavy: true,
    bodyLimit,
    body: z.strictObject({
      hashes,
      /** The entries that these suggestions became. */
      check_ins: z.optional(z.array(uuid).check(z.maxLength(limits.perRequest))),
    }),
    response: z.strictObject({ unsettled: z.int() }),
  }),
} as const;
