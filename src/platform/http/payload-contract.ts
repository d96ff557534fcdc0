// Fields that the inputs of many operations have in common, with the same meaning in all of them.
import * as z from 'zod/mini';
import { newId } from '../clock/id.ts';
import { knownTimeZone } from '../clock/time-zone.ts';

/**
 * An id in an input. Clients may write it in capitals; the database and everything signed use lowercase. Responses use
 * zod's own schema.
 */
export const uuid = z.uuid().check(z.toLowerCase());

const inRange = (instant: number) =>
  instant >= Date.parse('0001-01-01T00:00:00Z') && instant <= Date.parse('9999-12-31T23:59:59.999Z');

/** PostgreSQL reads offsets up to 15:59. Real ones end at 14:00. */
const offsetTooLarge = /[+-](?:1[6-9]|2\d):\d\d$/;

/**
 * An instant in an input, with any real offset. In UTC, it is in the range of years that PostgreSQL and JavaScript
 * format identically.
 */
export const instant = z.iso.datetime({ offset: true }).check(
  z.maxLength(40),
  z.refine((text) => !offsetTooLarge.test(text), 'Invalid offset'),
  z.refine((text) => inRange(Date.parse(text)), 'Invalid year'),
);

/** A time zone in an input that is ignored, not refused, if `knownTimeZone` does not know it. */
export const anyTimeZone = z.string().check(z.maxLength(64));

/** An IANA time zone in an input, as this runtime's name for it, which PostgreSQL knows. */
export const timeZone = z.pipe(
  anyTimeZone.check(z.refine((name) => knownTimeZone(name) !== null, 'Unknown IANA time zone')),
  z.transform((name) => knownTimeZone(name) ?? 'UTC'),
);

/** The id of the row to create. Clients that send it can repeat the request; without it, the server creates it. */
export const newRowId = z.pipe(
  z.optional(uuid),
  z.transform((id) => id ?? newId()),
);

/**
 * The caller's own user id, such as in `user_id` or `sender_id`. Not needed. `bind` refuses another user's with
 * `another_user` before the handler runs.
 */
export const ownId = z.optional(z.nullable(uuid));

/** Accepted and discarded: the server takes it from the session or the stored row, or decides it (R-F1). */
export const ignored = z.optional(
  z.pipe(
    z.unknown(),
    z.transform(() => undefined),
  ),
);
