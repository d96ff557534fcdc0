// What a credential says in words. It is signed, so a change concerns only those that are issued later (R-P2).

/** One in a name would end the quote around it, and what follows would pass as words of ours. */
const quotes = /["“”„‟«»]/g;

export const credentialTexts = {
  description: (instance: string) =>
    `${instance} recorded that the holder of a mailbox confirmed this text on this day. The author of the text named the reference. Logbook did not check who holds the mailbox, or whether the text is true.`,
  narrative: ({ day, domain, reference }: { day: string; domain: string | null; reference: string }) =>
    `On ${day} (UTC), the holder of a mailbox${domain === null ? '' : ` at ${domain}`} confirmed this text. The author of the text named the holder as “${reference.replaceAll(quotes, "'")}”.`,
  file: (bytes: number, sha256: string) => `${bytes} bytes, SHA-256 ${sha256}`,
  endorsement: (day: string) =>
    `A sentence that the holder of the mailbox wrote when confirming the text on ${day} (UTC).`,
} as const;
