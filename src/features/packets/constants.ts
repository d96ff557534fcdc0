// The fixed values of the contract, apart from its schemas, so that pages load them without zod.
import { verifyPath } from '#features/credentials/path-constants.ts';

export const limits = {
  /** Packets of one user. */
  packets: 20,
  // Characters.
  title: 120,
  introduction: 5000,
  groupTitle: 80,
  line: 500,
  note: 1000,
  groups: 40,
  /** Items of one packet, in all groups together: as many as a body may have (src/platform/http/json-body.ts). */
  items: 400,
  /** Vouches of one packet that have their credential with them. */
  proofs: 50,
  /** Bytes of a draft as JSON. */
  draft: 250_000,
  /** Items of a suggestion. */
  suggested: 30,
  /** Entries, goals, shoutouts and vouches of a period that a packet can choose from: the newest of each. */
  material: 10_000,
  /** Characters of an entry in the list to choose from. */
  excerpt: 300,
  /** Pictures of a PDF or Word file: the first ones. */
  pictures: 200,
  /** PDF and Word files that a user can download in an hour. */
  filesPerHour: 60,
  /** Days of the longest period. */
  periodDays: 3660,
  /** Packets that a user can email in an hour. */
  emailsPerHour: 30,
} as const;

/** What a packet can contain (R-M1). */
export const kinds = ['entry', 'goal', 'shoutout', 'vouch'] as const;

/** Days that a link works (R-M3). */
export const lives = [7, 30, 90, 365] as const;
export const defaultLife = 30;

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = {
  packet_changed: 409,
  packet_too_large: 400,
  too_many_packets: 409,
  invalid_packet_period: 400,
  nothing_to_publish: 409,
  too_many_proofs: 409,
  not_published: 409,
  id_taken: 409,
  email_required: 400,
  invalid_email: 400,
  email_not_sent: 409,
  too_many_emails: 429,
  too_many_tries: 429,
} as const;
/** The part of its script that only some credentials need. */
export const rdfSuitePath = `${verifyPath}/rdf-suite.js`;
