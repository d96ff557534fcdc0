// The format `logbook-packet/2` of packet.json. Once released, a version of the format is accepted forever (R-M5): version 1
// has no `credential`. Numbers are integers, instants are UTC, and absent members are left out, so that every program gets
// the same canonical form.
import * as z from 'zod/mini';

export const packetFormat = 'logbook-packet/2';

const instant = z.iso.datetime();
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const file = z.strictObject({
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  type: z.string(),
  sha256,
  /** 1 if readers can open it through the packet. */
  open: z.union([z.literal(0), z.literal(1)]),
});
export type FrozenFile = z.infer<typeof file>;

/** What all items have. `note`: the owner's own. */
const common = { text: z.string(), textSha256: sha256, note: z.optional(z.string()) };

const item = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('entry'),
    ...common,
    emoji: z.optional(z.string()),
    /** Its date, which the owner chose. */
    at: instant,
    /** When it was written. */
    recordedAt: instant,
    edits: z.int(),
    editedAt: z.optional(instant),
    files: z.optional(z.array(file)),
  }),
  z.strictObject({ kind: z.literal('goal'), ...common, setAt: instant, completedAt: instant }),
  z.strictObject({ kind: z.literal('shoutout'), ...common, from: z.optional(z.string()), at: instant }),
  z.strictObject({
    kind: z.literal('vouch'),
    ...common,
    name: z.string(),
    position: z.optional(z.string()),
    statement: z.optional(z.string()),
    verifiedAt: instant,
    /** Of what the reference confirmed (R-F3). */
    vouchSha256: sha256,
    /** The vouch as a credential, exactly as it was issued: a JSON document of its own. */
    credential: z.optional(z.string()),
  }),
]);
export type FrozenItem = z.infer<typeof item>;
export type FrozenVouch = Extract<FrozenItem, { kind: 'vouch' }>;

export const packetDocument = z.strictObject({
  title: z.string(),
  author: z.string(),
  language: z.string(),
  timeZone: z.string(),
  period: z.strictObject({ from: z.string(), to: z.string() }),
  introduction: z.string(),
  groups: z.array(z.strictObject({ title: z.string(), line: z.string(), items: z.array(item) })),
});
export type PacketDocument = z.infer<typeof packetDocument>;

/** What the instance signs. */
export type PacketRecord = {
  issuer: { name: string; url: string };
  key: { id: string; publicKey: string };
  version: number;
  publishedAt: string;
  /** SHA-256 of the document in which the items of each group are replaced by their number. */
  head: string;
  /** SHA-256 of each item in reading order. */
  lines: string[];
};

export type PacketJson = {
  format: typeof packetFormat | 'logbook-packet/1';
  document: PacketDocument;
  record: PacketRecord;
  /** Ed25519 over the canonical record, base64url. */
  signature: string;
};
