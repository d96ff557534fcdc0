// Texts of the page that checks packets and credentials: those that its script does not need.

export const verifyPageTexts = {
  title: 'Check a packet or a credential',
  intro:
    'Choose the PDF, the Word file or the packet.json of a review packet, or a credential of any issuer: JSON, JWT, PDF, or a badge as PNG or SVG. It is checked in this browser; nothing is uploaded.',
  file: 'Choose a file',
  drop: 'or drop it here',
  link: 'Or paste a link of this site',
  checkLink: 'Check',
  needsScript: 'The check runs in your browser and needs JavaScript.',
  // Replaced by those of a file.
  result: 'Result',
  group: 'Group',
  save: 'Save this page',
  saveHint:
    'One file that checks packets and credentials without a connection, also when this site no longer exists.',
  saved: (site: string, day: string) =>
    `Saved from ${site} on ${day}, with the keys that it had used until then. It works without a connection.`,
  meaning: {
    title: 'What does this prove?',
    packets: {
      title: 'A review packet',
      items: (site: string) => [
        'The record says what was written and when. It does not say that the content is true.',
        `A key of ${site} signed: nothing was changed since, and ${site} recorded the lines. If an entry has another date than the day it was written, both are named. The dates of goals are their author's.`,
        'Another key signed: nothing was changed since. The file itself says whose key that is, and anyone can make a key. Compare it with /.well-known/logbook-keys.json of the site that the file names, or check the file on its page.',
        'The site no longer exists: the key in the file still shows that nothing was changed. Only a copy of its keys from elsewhere, such as a saved page of this kind, shows that they were the keys of that site.',
        'Only the lines listed in the result are checked. A Word file can show other text around them.',
        'A vouch can have a credential with it, which is checked on its own, below the packet: by its own signature, and by the list of its issuer if you ask for it. It was not withdrawn when the packet was published.',
      ],
    },
    credentials: {
      title: 'A credential',
      items: [
        'A credential is a statement that its issuer signed, in the open standards “Verifiable Credentials” and “Open Badges”. The check shows which key signed it and that nothing was changed. It does not show that the statement is true.',
        'A vouch of a Logbook says one thing: the holder of a mailbox confirmed this text on this day. The author of the text named the reference. No one checked who holds the mailbox, unless its domain is named: then it is a mailbox of that domain.',
        'Anyone can make a key and write the name of a site next to it. That a key belongs to the site is shown only by the list of keys of that site: ask for it with the button, or choose the file did.json that you have from there.',
        'An issuer can withdraw a credential, for example when its subject deletes it. Only the list of the issuer says so: the result names the day of the list. A copy that is a year old says what was so a year ago.',
        'The site no longer exists: with did.json and the lists that were saved while it did, as in an archive of Logbook, the result says what held on that day. It is worth as much as the place that you have these files from.',
        'A key can be stolen. A site that finds out says so in its list of keys, with the day. A credential of an earlier day may be real, but the thief can write an earlier day.',
        'Anyone who shows you a credential may have a copy of it. The name in it is the name that its issuer was given.',
      ],
    },
  },
} as const;
