import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { ownId, uuid } from '#platform/http/payload-contract.ts';
import { countCharacters } from '#platform/text/plain-text.ts';
import { defaultLife, kinds, limits, lives, type refusals } from './constants.ts';
import { packetDocument } from './format-contract.ts';

export type RefusalCode = keyof typeof refusals;
export type Kind = (typeof kinds)[number];
export type Life = (typeof lives)[number];

/** A day without a time, `YYYY-MM-DD`, in the owner's time zone. */
const day = z.iso.date().check(z.regex(/^(19|[2-9]\d)/, 'Invalid year'));
const period = z.strictObject({ from: day, to: day });
export type Period = z.infer<typeof period>;

/** A text of at most this many characters, as the database counts them. */
const textOf = (most: number) =>
  z.string().check(
    z.maxLength(2 * most),
    z.refine((text) => countCharacters(text) <= most, `At most ${most} characters`),
  );

const draftItem = z.strictObject({
  kind: z.enum(kinds),
  id: uuid,
  /** The owner's note under the item. */
  note: textOf(limits.note),
  /** Whether readers can open the files of the entry. */
  files: z.boolean(),
  /** Whether a vouch has its credential with it. Left out, it has none. */
  proof: z.optional(z.boolean()),
});
export type DraftItem = z.infer<typeof draftItem>;

const draftGroup = z.strictObject({
  title: textOf(limits.groupTitle),
  /** A line above the items. */
  line: textOf(limits.line),
  items: z.array(draftItem).check(z.maxLength(limits.items)),
});

/** A packet as its owner edits it. The order is that of the arrays. */
export const packetDraft = z.strictObject({
  title: textOf(limits.title),
  period,
  introduction: textOf(limits.introduction),
  groups: z.array(draftGroup).check(z.maxLength(limits.groups)),
});
export type PacketDraft = z.infer<typeof packetDraft>;

const link = z.strictObject({
  url: z.string(),
  expires_at: z.iso.datetime(),
  /** Set once the owner has ended it. */
  ended_at: z.nullable(z.iso.datetime()),
});

const version = z.strictObject({
  number: z.int(),
  published_at: z.iso.datetime(),
  /** What an update would change since (R-M2): the number of items, and whether anything. */
  changed_items: z.int(),
  is_changed: z.boolean(),
  /** Whether its key is retired: the pages of its PDF are not signed until there is a next version. */
  is_key_retired: z.boolean(),
});

export type PacketLink = z.infer<typeof link>;

/** A packet without its content. */
const packetRow = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  period: z.strictObject({ from: z.string(), to: z.string() }),
  /** Items of the draft. */
  items: z.int(),
  revision: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** The newest version. Null before the first is published. */
  version: z.nullable(version),
  link: z.nullable(link),
  /** How often readers opened it, newest day first (R-M3). Days without any are left out. */
  opens: z.array(z.strictObject({ day: z.iso.date(), count: z.int() })),
});
export type PacketRow = z.infer<typeof packetRow>;

/** How many days a new link works. */
const life = z.strictObject({ life: z._default(z.literal([...lives]), defaultLife) });

const packet = z.strictObject({ ...packetRow.shape, draft: packetDraft });
export type Packet = z.infer<typeof packet>;

const materialEntry = z.strictObject({
  id: z.uuid(),
  /** The beginning of its text. */
  text: z.string(),
  /** Characters of the whole text. */
  length: z.int(),
  emoji: z.nullable(z.string()),
  /** Lowercase, without `#`. */
  tags: z.array(z.string()),
  at: z.iso.datetime(),
  files: z.int(),
});
const materialGoal = z.strictObject({ id: z.uuid(), text: z.string(), at: z.iso.datetime() });
const materialShoutout = z.strictObject({
  id: z.uuid(),
  text: z.string(),
  /** The sender's name. Null if it is not known. */
  name: z.nullable(z.string()),
  at: z.iso.datetime(),
});
const materialVouch = z.strictObject({
  id: z.uuid(),
  text: z.string(),
  /** The reference's. */
  name: z.string(),
  at: z.iso.datetime(),
  /** What its credential names, and a packet does not show. */
  proof: z.strictObject({
    department: z.nullable(z.string()),
    /** Of the reference's mailbox. */
    domain: z.nullable(z.string()),
    files: z.int(),
    /** The owner's name in it, if they have another one now: it stays out of packets. */
    former_name: z.nullable(z.string()),
  }),
});

/** Everything that a packet of a period can contain, each oldest first. Texts are shortened. */
const material = z.strictObject({
  period,
  /** In which the days of the period begin. */
  time_zone: z.string(),
  entries: z.array(materialEntry),
  goals: z.array(materialGoal),
  shoutouts: z.array(materialShoutout),
  vouches: z.array(materialVouch),
});
export type Material = z.infer<typeof material>;

const id = z.strictObject({ id: uuid });
/** `held`: until the sender verifies their own address (R-A3). `waiting`: over a limit (R-A8). */
const emailState = z.enum(['queued', 'held', 'waiting']);
/** The draft, and the JSON around it. */
const draftBodyLimit = 250 * 1024;

export const operations = {
  'GET /api/packets': operation({
    summary: "List the caller's packets, the last changed first",
    access: 'session',
    heavy: true,
    response: z.strictObject({ rows: z.array(packetRow) }),
  }),
  'POST /api/packets': operation({
    summary: 'Create a packet; idempotent by id',
    access: 'session',
    scope: 'entries:write',
    // A year's packet: hundreds of items with their notes.
    bodyLimit: draftBodyLimit,
    heavy: true,
    body: z.strictObject({ id: uuid, user_id: ownId, draft: packetDraft }),
    response: packet,
    refusals: ['packet_too_large', 'invalid_packet_period', 'too_many_packets', 'id_taken'],
  }),
  'GET /api/packets/material': operation({
    summary: 'What a packet of a period can contain',
    description: "The days are those of the caller's time zone. Texts of entries are shortened.",
    access: 'session',
    scope: 'log:read',
    heavy: true,
    query: period,
    response: material,
    refusals: ['invalid_packet_period'],
  }),
  'GET /api/packets/:id': operation({
    summary: 'A packet with its draft',
    access: 'session',
    heavy: true,
    params: id,
    response: packet,
  }),
  'PUT /api/packets/:id': operation({
    summary: 'Replace the draft of a packet; idempotent',
    access: 'session',
    // As for a new one.
    bodyLimit: draftBodyLimit,
    heavy: true,
    params: id,
    body: z.strictObject({
      /** The revision that the draft is based on. Refused with `packet_changed` if there is a newer one. */
      revision: z.int().check(z.minimum(1)),
      draft: packetDraft,
    }),
    response: z.strictObject({ id: z.uuid(), revision: z.int(), updated_at: z.iso.datetime() }),
    refusals: ['packet_changed', 'packet_too_large', 'invalid_packet_period'],
  }),
  'DELETE /api/packets/:id': operation({
    summary: 'Delete a packet with its versions; ends its link',
    access: 'session',
    params: id,
    response: z.strictObject({ id: z.uuid() }),
  }),
  'POST /api/packets/:id/duplicate': operation({
    summary: 'Copy the draft of a packet into a new one; idempotent by id',
    access: 'session',
    heavy: true,
    params: id,
    body: z.strictObject({ id: uuid, title: textOf(limits.title) }),
    response: packet,
    refusals: ['packet_too_large', 'invalid_packet_period', 'too_many_packets', 'id_taken'],
  }),
  'GET /api/packets/:id/document': operation({
    summary: 'The document that publishing a packet would freeze now',
    access: 'session',
    heavy: true,
    params: id,
    response: packetDocument,
  }),
  'GET /api/packets/:id/pdf': operation({
    summary: 'A packet as a PDF; as published, or unsigned if it has changed since',
    access: 'session',
    heavy: true,
    params: id,
    refusals: ['too_many_tries'],
  }),
  'GET /api/packets/:id/docx': operation({
    summary: 'A packet as a Word file; as published, or unsigned if it has changed since',
    access: 'session',
    heavy: true,
    params: id,
    refusals: ['too_many_tries'],
  }),
  'POST /api/packets/:id/publish': operation({
    summary: 'Publish a packet, or the next version of it; idempotent while nothing changes',
    description:
      'The first version gets a link. Later ones keep it, and do not revive a link that has ended.',
    access: 'session',
    heavy: true,
    params: id,
    body: life,
    response: packet,
    refusals: ['nothing_to_publish', 'too_many_proofs'],
  }),
  'POST /api/packets/:id/link': operation({
    summary: 'Make a new link to a published packet; ends the earlier one',
    access: 'session',
    heavy: true,
    params: id,
    body: life,
    response: packet,
    refusals: ['not_published'],
  }),
  'DELETE /api/packets/:id/link': operation({
    summary: 'End the link to a packet, and to its files',
    access: 'session',
    heavy: true,
    params: id,
    response: packet,
    refusals: ['not_published'],
  }),
  'POST /api/packets/:id/send': operation({
    summary: 'Email the link to a packet',
    access: 'session',
    params: id,
    body: z.strictObject({ email: z.string().check(z.maxLength(1000)) }),
    response: z.strictObject({ email: z.string(), state: emailState }),
    refusals: ['email_required', 'invalid_email', 'not_published', 'email_not_sent', 'too_many_emails'],
  }),
} as const;
