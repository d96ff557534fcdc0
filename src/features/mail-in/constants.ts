// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

/** What an address for email begins with; a token follows. */
export const localPart = 'log';

export const limits = {
  /** Bytes of a message, as it is sent. Attachments grow by a third in it. */
  message: 25 * 1024 * 1024,
  /** Messages to one address, and to all addresses from one network in one process. */
  perAddress: { max: 60, minutes: 60 },
  perNetwork: { max: 120, minutes: 10 },
  /** Recipients of one message. */
  recipients: 5,
  /** Emails a day that say why a message was refused (R-N3). */
  notices: 3,
  /** An older message is not trusted, because someone may have kept it, and its date is not that of the entry. */
  daysOld: 7,
  /** Attachments that are looked at. An entry keeps fewer, and names the others. */
  files: 20,
  /** How long a repeated delivery is recognized. */
  daysKnown: 60,
  /** Bytes up to which a picture within the text counts as decoration, such as the logo of a signature. */
  decoration: 20 * 1024,
} as const;

/** Why a message was refused. Its owner is notified (R-N3). */
export const refusalReasons = ['empty', 'too-long', 'too-large', 'unreadable', 'inbox-full'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Error codes of these operations and their HTTP statuses. */
export const refusals = { no_inbound_mail: 409 } as const;
