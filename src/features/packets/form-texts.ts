// Texts of the PDF and the Word file that its page does not have, and of their downloads.

const number = (count: number) => count.toLocaleString('en');

export const formTexts = {
  /** The program, where no instance has published the packet. */
  creator: 'Logbook',
  attachment: 'The content of this document, and what was recorded about it',
  page: (page: number, pages: number) => `${number(page)} / ${number(pages)}`,
  check: 'Every line can be checked, also against this file:',
  draft: 'This packet is not published: nothing in this file is signed.',
  notShown: ({ name, count }: { name: string; count: number }) =>
    `Not shown here: ${count === 1 ? '1 character' : `${number(count)} characters`} of ${name}; ${
      count === 1 ? 'it is' : 'they are'
    } in packet.json.`,
} as const;
