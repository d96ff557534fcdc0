// Texts of the page that checks packets and credentials, around the results: those of its script.

export const verifyTexts = {
  foreignLink: (origin: string) =>
    `Only links of ${origin} can be checked here. Open the link, save its JSON file, and choose that file.`,
  brokenLink: 'The link does not work. It may have expired, or it is incomplete.',
  unreadableFile:
    'This file could not be read. It may have been moved, or changed since you chose it. Choose it again.',
  oneFile: 'Drop one file: a packet, a credential, or a list of keys.',
  signedContents: 'What was signed',
  fileContents: 'What the file contains',
  missing: 'Missing lines',
  line: (number: number) => `Line ${number}`,
  moreLines: (count: number) => `${count} more, marked below.`,
  key: (id: string) => `Key ${id}`,
} as const;
