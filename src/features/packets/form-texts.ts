// Texts of the PDF and the Word file that its page does not have, and of their downloads.
import { number, plural } from '#platform/text/language.ts';

export const formTexts = {
  /** The program, where no instance has published the packet. */
  creator: 'Logbook',
  attachment: 'The content of this document, and what was recorded about it',
  page: (page: number, pages: number) => `${number(page)} / ${number(pages)}`,
  check: 'Check every line of this file at',
  draft: 'This packet is not published: nothing in this file is signed.',
  notShown: ({ name, count }: { name: string; count: number }) =>
    plural(count, {
      one: `Not shown here: 1 character of ${name}; it is in packet.json.`,
      other: `Not shown here: ${number(count)} characters of ${name}; they are in packet.json.`,
    }),
} as const;
