// Messages of real programs, signed and sent by a real client to the real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  entriesOf,
  listen,
  mailUser,
  messageFor,
  messageNames,
  plainMessage,
  sendMail,
  signed,
  startMailApp,
  suggestionsOf,
  type MailApp,
} from '#tests/support/inbound-mail.ts';
import type { Listening } from './mail-listener.ts';

let app: MailApp;
let mail: Listening;
beforeAll(async () => {
  app = await startMailApp({ MAIL_IN_PORT: '0' });
  mail = await listen(app);
});
afterAll(async () => {
  await mail.close();
  await app.close();
});

/** What each becomes: the text of the entry and the names of its files. Undefined: nothing. */
const expected: Record<string, [text: string, ...files: string[]] | undefined> = {
  'apple-mail-html-de': ['Handbuch geschrieben.'],
  'apple-mail-top-en': ['Wrote the handbook.\n\nIt has nine pages.'],
  'attached-message': ['See attached\nWhat they wrote.', 'praise.eml'],
  attachments: ['The contract\nSigned by both.', 'contract.pdf', 'Übersicht.txt'],
  bounce: undefined,
  'emoji-and-tags': ['Launched the shop #launch\nWith #payments from day one.'],
  'gmail-bottom-en': ['Moved the database, without downtime.\nThen wrote it down.'],
  'gmail-forward': [
    'Great work\nFor the record.\n\n---------- Forwarded message ---------\nFrom: Grace <grace@acme.example>\n' +
      'Date: Wed, Nov 25, 2026 at 5:00\u202fPM\nSubject: Great work\nTo: Ada <ada@acme.example>\n\n' +
      'The launch went well, thanks to you.',
  ],
  'gmail-new': [
    'Closed the year with the auditors\nNo findings. The report is here (https://acme.example/report).\n\n' +
      '- Assets & debts\n- Leases',
  ],
  'gmail-pasted-picture': ['The new chart\nDrawn by hand.', 'chart.png'],
  'gmail-signature': ['Reviewed three designs.'],
  'gmail-top-de': ['Die Übersicht ist fertig: größer und schöner.'],
  'gmail-top-en': ['Shipped the importer #release\n\nIt reads two formats, and is twice as fast.'],
  'gmail-top-es': ['Terminé el informe mañana y tarde.'],
  'gmail-top-fr': ['J’ai terminé la première étape.\nLa suite arrive lundi.'],
  'gmail-top-ja': ['今週はリリースを完了しました。'],
  'html-only-new': ['Weekly numbers\nVisits rose by 5 %,\n\nand 1 < 2 holds.\n\nMon 3\nTue 4'],
  'html-only-reply-de': ['Zahlen geprüft.\n\nMit Gruß'],
  'iphone-en': ['Fixed the printer'],
  'iphone-fr': ['Imprimante réparée'],
  'iphone-ja': ['プリンターを直しました'],
  'iphone-photo': ['Whiteboard\nFrom the workshop', 'IMG_0042.png'],
  'latin-1-8bit': ['Höhe\nDie Höhe stimmt.'],
  loop: undefined,
  'mailing-list': undefined,
  newsletter: undefined,
  'out-of-office-de': undefined,
  'out-of-office-exchange': undefined,
  'out-of-office-gmail': undefined,
  'out-of-office-ja': undefined,
  'outlook-desktop-de': ['Prüfung abgeschlossen, ohne Mängel.'],
  'outlook-desktop-en': ['Closed the audit.\n\nNext: the budget.'],
  'outlook-mobile': ['Met two customers'],
  'outlook-plain-en': ['Trained the new colleagues.'],
  'outlook-plain-es': ['Preparé la reunión de mañana.'],
  'outlook-web-fr': ['Le budget est terminé.'],
  'outlook-windows-1252': ['Café – two “ideas”\nThe “new” menu – 5 € cheaper…'],
  'proton-fr': ['Vendu les vieilles machines.'],
  'samsung-es': ['Cerré el almacén.'],
  'subject-only': ['Called the bank'],
  'thunderbird-between': ['The migration.\nThe tests.'],
  'thunderbird-bottom-de': ['Rechnungen laufen jetzt von selbst, und zwar jede Nacht.'],
  'thunderbird-signature': ['Invoices\nAll sent on time.'],
  'thunderbird-top-en': ['Automated the invoices.'],
  'utf-16': ['Über uns\nGröße: 10 m² – fertig'],
  'yahoo-en': ['Sold the old machines.'],
};

describe('a signed message', () => {
  it('is tested for every program', () => {
    expect(Object.keys(expected).toSorted()).toEqual(messageNames.toSorted());
  });

  it.each(messageNames)('%s becomes what its writer wrote, or nothing', async (name) => {
    const ada = await mailUser(app);
    const message = messageFor(name, { address: ada.address, from: ada.email });
    const sent = await sendMail(mail.port, {
      to: ada.address,
      raw: await signed(message, 'example.com'),
    });
    expect(sent).toEqual({ accepted: true, response: '250 OK: message queued' });
    const entries = await entriesOf(ada);
    const becomes = expected[name];
    expect(entries.map(({ content }) => content)).toEqual(becomes === undefined ? [] : [becomes[0]]);
    expect(await suggestionsOf(ada)).toEqual([]);
    if (becomes === undefined) return;
    const [entry] = entries;
    expect(entry).toMatchObject({
      source: 'email',
      source_name: null,
      emoji: name === 'emoji-and-tags' ? '🚀' : null,
    });
    const files = await ada.caller.call<{ rows: { file_name: string }[] }>('GET /api/log_files', {
      query: { check_in_id: entry!.id },
    });
    expect(files.json.rows.map(({ file_name }) => file_name)).toEqual(becomes.slice(1));
    const missing = name === 'attachments' ? ['tool.exe'] : [];
    expect(entry!.missing_files.map((file) => file.name)).toEqual(missing);
  });
});

describe('a message with the same Message-ID', () => {
  it('by someone else does not hide that of the owner', async () => {
    const ada = await mailUser(app);
    const filled = { address: ada.address, from: ada.email, id: 'known-before@mail.example' };
    await sendMail(mail.port, { to: ada.address, raw: plainMessage(filled, 'By someone else') });
    const own = await signed(plainMessage(filled, 'By Ada'), 'example.com');
    for (const raw of [own, own]) await sendMail(mail.port, { to: ada.address, raw });
    await sendMail(mail.port, { to: ada.address, raw: plainMessage(filled, 'By someone else') });
    expect((await entriesOf(ada)).map(({ content }) => content)).toEqual(['By Ada']);
    expect((await suggestionsOf(ada)).map(({ content }) => content)).toEqual(['By someone else']);
  });

  it('and the same text, but another attachment, is another message', async () => {
    const ada = await mailUser(app);
    const filled = { address: ada.address, from: ada.email, id: 'known-before@mail.example' };
    const raw = messageFor('attachments', filled);
    const other = Buffer.from(raw.toString('latin1').replaceAll('contract.pdf', 'offer.pdf'), 'latin1');
    for (const one of [raw, other, raw, other]) await sendMail(mail.port, { to: ada.address, raw: one });
    const names = (await suggestionsOf(ada)).map(({ files }) => files[0]!.name);
    expect(names.toSorted()).toEqual(['contract.pdf', 'offer.pdf']);
  });

  it('adds nothing if its key could be looked up only the second time', async () => {
    const ada = await mailUser(app);
    const raw = await signed(plainMessage({ address: ada.address, from: ada.email }, 'Twice'), 'example.com');
    app.dns.isSilent = true;
    await sendMail(mail.port, { to: ada.address, raw });
    app.dns.isSilent = false;
    await sendMail(mail.port, {
      to: ada.address,
      raw: Buffer.concat([Buffer.from('Received: again\r\n'), raw]),
    });
    expect((await suggestionsOf(ada)).map(({ content }) => content)).toEqual(['Twice']);
    expect(await entriesOf(ada)).toEqual([]);
  });
});
