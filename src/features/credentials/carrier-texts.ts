// What the pictures, the PDF and the page of a credential say.
import { counted } from '#platform/text/language.ts';

export const carrierTexts = {
  /** Above the name of the work. */
  of: (owner: string | null) => (owner === null ? 'Confirmed work' : `Confirmed work of ${owner}`),
  confirmed: (day: string) => `Confirmed on ${day} (UTC)`,
  by: ({ reference, domain }: { reference: string; domain: string | null }) =>
    `by the holder of a mailbox${domain === null ? '' : ` at ${domain}`}, named as “${reference}”`,
  recorded: (instance: string, host: string) => `Recorded by ${instance}, ${host}`,
  /** All of that, for those who do not see the picture. */
  picture: (name: string, [of, confirmed, by, recorded]: [string, string, string, string]) =>
    `${name}. ${of}. ${confirmed} ${by}. ${recorded}.`,
  pdf: {
    subject: 'A confirmed vouch',
    attachment: 'The signed credential, of which this document is a view',
    statement: 'The reference added',
    files: 'Files that the reference saw',
    means: 'What this says',
    check: 'How to check it',
    signed:
      'Only the attached file vouch.json is signed. Open this PDF at the address below to check it: its text should say the same as this page.',
    online: 'While the vouch is public, it is also at',
    page: (page: number, pages: number) => `${page} / ${pages}`,
    notShown: ({ name, count }: { name: string; count: number }) =>
      `Not shown here: ${counted(count, { one: 'character', other: 'characters' })} of ${name}. The attached file has all of them.`,
  },
} as const;
