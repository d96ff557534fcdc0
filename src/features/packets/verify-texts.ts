// Texts of the page that checks packets.

export const verifyTexts = {
  title: 'Check a review packet',
  intro:
    'Choose the PDF, the Word file or the packet.json of a review packet. It is checked in this browser; nothing is uploaded.',
  file: 'Choose a file',
  drop: 'or drop it here',
  link: 'Or paste the link of a packet',
  checkLink: 'Check',
  foreignLink: (origin: string) =>
    `Only links of ${origin} can be checked here. Open the link, save its packet.json, and choose that file.`,
  brokenLink: 'The link does not work. It may have expired, or it is incomplete.',
  needsScript: 'The check runs in your browser and needs JavaScript.',
  unreadableFile:
    'This file could not be read. It may have been moved, or changed since you chose it. Choose it again.',
  oneFile: 'Drop one file: the PDF, the Word file or the packet.json of a packet.',
  // Replaced by those of a file.
  result: 'Result',
  group: 'Group',
  signedContents: 'What was signed',
  fileContents: 'What the file contains',
  missing: 'Missing lines',
  save: 'Save this page',
  saveHint: 'One file that checks packets without a connection, also when this site no longer exists.',
  saved: (site: string, day: string) =>
    `Saved from ${site} on ${day}, with the keys that it had used until then. It works without a connection.`,
  meaning: {
    title: 'What a check proves',
    items: (site: string) => [
      'The record says what was written and when. It does not say that the content is true.',
      `A key of ${site} signed: nothing was changed since, and ${site} recorded the lines. If an entry has another date than the day it was written, both are named. The dates of goals are their author's.`,
      'Another key signed: nothing was changed since. The file itself says whose key that is, and anyone can make a key. Compare it with /.well-known/logbook-keys.json of the site that the file names, or check the file on its page.',
      'The site no longer exists: the key in the file still shows that nothing was changed. Only a copy of its keys from elsewhere, such as a saved page of this kind, shows that they were the keys of that site.',
      'Only the lines listed in the result are checked. A Word file can show other text around them.',
    ],
  },
  line: (number: number) => `Line ${number}`,
  moreLines: (count: number) => `${count} more, marked below.`,
  key: (id: string) => `Key ${id}`,
} as const;
