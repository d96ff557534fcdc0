// The flows that depend on the engine: storage, windows, files, cookies, connections. The same in Firefox and WebKit.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { credentialVector } from '../support/credential-vector.ts';
import { packetVector } from '../support/packet-vector.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { LogbookProcess } from '../e2e/support/logbook-process.ts';
import { fixture } from '../e2e/support/screen.ts';
import { AccountCalls, newAccount } from './support/account.ts';
import type { Engine } from './support/engine.ts';
import { button, element, entry, text, waitingEntry, within } from './support/queries.ts';
import { Screen } from './support/screen.ts';
import {
  addDialog,
  closeViewer,
  contentField,
  openAddDialog,
  openAsGuest,
  openFile,
  save,
  signIn,
  signInButton,
  signUp,
  write,
} from './support/steps.ts';
import { startWithoutApis } from './support/without-apis.ts';

/** Time for the page to notice a lost or restored connection. It retries after up to 10 s. */
const reconnectMs = 45_000;
const reports = join(import.meta.dirname, '../../reports/engines');

/** Whether the browser has stored the one file of a draft. */
const hasStoredOneFile = `(async () => {
  // Opening the database would create it.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'logbook-outbox')) return false;
  return new Promise((resolve) => {
    indexedDB.open('logbook-outbox').onsuccess = ({ target: { result: database } }) => {
      const count = database.transaction('files').objectStore('files').count();
      count.onsuccess = () => {
        database.close();
        resolve(count.result === 1);
      };
    };
  });
})()`;

/** Defines the suite for one engine. */
export function runFlows(name: string, startEngine: () => Promise<Engine>): void {
  let logbook: LogbookProcess;
  let engine: Engine;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'logbook-engines-'));
    [logbook, engine] = await Promise.all([LogbookProcess.start(), startEngine()]);
  });
  afterAll(async () => {
    await engine.close();
    await logbook.dispose();
    rmSync(folder, { recursive: true });
  });

  /** Opens windows of one browser with empty storage. It is closed after the test. */
  async function openBrowser(origin = logbook.url): Promise<() => Promise<Screen>> {
    const profile = await engine.openProfile();
    const screens: Screen[] = [];
    const errorsBefore = logbook.errors.length;
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await takeScreenshots(task.name, screens);
      await profile.close();
      expect(logbook.errors.slice(errorsBefore), 'errors in the server log').toEqual([]);
    });
    return async () => {
      const screen = new Screen(await profile.openWindow(), origin);
      screens.push(screen);
      return screen;
    };
  }

  async function takeScreenshots(title: string, screens: readonly Screen[]): Promise<void> {
    mkdirSync(reports, { recursive: true });
    for (const [index, { window }] of screens.entries()) {
      const file = `${name} ${title} ${index + 1}`.replace(/\W+/g, '-');
      writeFileSync(join(reports, `${file}.png`), await window.screenshot());
    }
  }

  async function openSignedIn(origin = logbook.url) {
    const calls = await AccountCalls.create(origin);
    const openWindow = await openBrowser(origin);
    const screen = await openWindow();
    await signIn(screen, calls.account);
    return { calls, openWindow, screen };
  }

  function textFile(fileName: string, content: string): string {
    const path = join(folder, fileName);
    writeFileSync(path, content);
    return path;
  }

  describe(`in ${name}`, () => {
    test('a guest writes, edits, deletes and restores an entry, and a reload keeps it', async () => {
      const screen = await (await openBrowser())();
      await openAsGuest(screen);
      await write(screen, 'Shipped the #ledger');
      await save(screen);
      const row = entry(/Shipped the #ledger/);
      await screen.click(within(row, button(/^Edit/)));
      const editor = { css: 'dialog[open]', name: { source: '^Edit Check-in', flags: '' } };
      await screen.fill(within(editor, contentField), 'Shipped the ledger twice');
      await screen.click(within(editor, button(/^Save/)));
      const edited = entry(/Shipped the ledger twice/);
      await screen.see(edited);
      await screen.click(within(edited, button(/^Delete/)));
      await screen.dontSee(edited);
      await screen.click(button('Undo'));
      await screen.see(edited);
      await screen.window.reload();
      await screen.see(edited, { count: 1 });
    });

    test('a menu opens inside the window, wherever its button is', async () => {
      const screen = await (await openBrowser())();
      await openAsGuest(screen);
      for (const corner of [
        'top: 0; left: 0',
        'top: 0; right: 0',
        'bottom: 0; left: 0',
        'bottom: 0; right: 0',
      ]) {
        await screen.waitUntilTrue(`(() => {
          const opener = document.querySelector('[popovertarget]');
          opener.style.cssText = 'position: fixed; ${corner}';
          if (!opener.popoverTargetElement.matches(':popover-open')) opener.click();
          const { left, right, top, bottom } = opener.popoverTargetElement.getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && bottom - top > 60;
        })()`);
        await screen.see(element('[popover]:popover-open'), { count: 1 });
        await screen.window.pressEscape();
      }
    });

    test("a guest's new entry appears in the guest's other window", async () => {
      const openWindow = await openBrowser();
      const first = await openWindow();
      await openAsGuest(first);
      const second = await openWindow();
      await second.open('/');
      await second.see(button(/^Add Log Entry/));
      await write(first, 'From the first window');
      await save(first);
      await second.see(entry(/From the first window/));
    });

    test('a draft returns after a reload with its text and its files', async () => {
      const { screen } = await openSignedIn();
      await write(screen, 'Half done', fixture('photo.png'));
      const chosen = within(addDialog, element('li'));
      await screen.see(chosen, { count: 1 });
      await screen.waitUntilTrue(hasStoredOneFile);
      await screen.window.reload();
      await openAddDialog(screen);
      await screen.see(chosen, { count: 1 });
      await screen.waitUntilTrue(`document.querySelector('dialog[open] textarea').value === 'Half done'`);
      await save(screen);
      await screen.see(within(entry(/Half done/), button('1 file')));
    });

    test("a user's new entry appears in the user's other window", async () => {
      const { screen, openWindow } = await openSignedIn();
      const other = await openWindow();
      await other.open('/');
      await other.see(text(/^[\d.,]+ entr(y|ies)$/));
      await write(screen, 'Seen in both windows');
      await save(screen);
      await other.see(entry(/Seen in both windows/), { count: 1 });
    });

    test('a check-in is saved with its files, and the viewer shows an image, a PDF and a text file', async () => {
      const { screen, calls } = await openSignedIn();
      const notes = textFile('notes.txt', 'Grüße, 你好 <b>not bold</b>');
      await write(screen, 'To look at', fixture('photo.png'), fixture('report.pdf'), notes);
      await save(screen);
      await screen.see(within(entry(/To look at/), button('3 files')));
      await screen.window.reload();
      await screen.see(within(entry(/To look at/), button('3 files')));
      expect(await calls.contents()).toEqual(['To look at']);
      await openFile(screen, /To look at/, 'photo.png');
      await screen.waitUntilTrue(`document.querySelector('dialog[open] img')?.naturalWidth > 0`);
      await closeViewer(screen, 'photo.png');
      await openFile(screen, /To look at/, 'report.pdf');
      await screen.see(element('dialog[open] iframe[title="report.pdf"]'));
      await closeViewer(screen, 'report.pdf');
      await openFile(screen, /To look at/, 'notes.txt');
      await screen.see(text('Grüße, 你好 <b>not bold</b>'));
      await closeViewer(screen, 'notes.txt');
    });

    test('an entry saved offline is queued, and sent once after the connection returns', async () => {
      const proxy = await TcpProxy.start(logbook.url);
      onTestFinished(() => proxy.close());
      const { screen, calls } = await openSignedIn(proxy.url);
      await write(screen, 'Written in a tunnel', fixture('photo.png'));
      proxy.cut();
      await save(screen);
      await screen.see(waitingEntry, { count: 1, within: reconnectMs });
      proxy.restore();
      await screen.see(within(entry(/Written in a tunnel/), button('1 file')), { within: reconnectMs });
      await screen.dontSee(waitingEntry);
      await screen.window.reload();
      await screen.see(entry(/Written in a tunnel/), { count: 1 });
      expect(await calls.contents()).toEqual(['Written in a tunnel']);
    });

    test("a guest's entry is imported at sign-up, with its file", async () => {
      const screen = await (await openBrowser())();
      await openAsGuest(screen);
      await importAtSignUp(screen);
    });

    test('a sign-out in one window signs the other window out', async () => {
      const { screen, openWindow } = await openSignedIn();
      const other = await openWindow();
      await other.open('/profile');
      await other.click(button('Sign Out'));
      await other.see(signInButton);
      await screen.see(signInButton);
      await screen.open('/profile');
      await screen.see(signInButton);
    });

    test('the saved page checks packets, opened from the disk', async () => {
      const page = join(folder, 'check-packets.html');
      writeFileSync(page, await (await fetch(`${logbook.url}/verify.html`)).text());
      const packet = textFile('packet.json', packetVector());
      const changed = textFile('changed.json', packetVector().replace('flaky import', 'broken import'));
      const screen = await (await openBrowser())();
      await screen.window.goto(pathToFileURL(page).href);
      const choose = element('input[type=file]');
      const result = (sentence: RegExp) => ({ css: 'h2', text: { source: sentence.source, flags: '' } });
      await screen.upload(choose, packet);
      await screen.see(result(/^Nothing was changed in these 5 items since May 3, 2026/));
      await screen.upload(choose, changed);
      await screen.see(result(/1 line of 5 does not match/));
      await screen.see(text('Its text, or the hash of its text, was changed.'));
      await screen.upload(choose, textFile('proofs.json', packetVector(2)));
      await screen.see(text('Credential of line 5'));
      await screen.see(text(/eddsa-rdfc-2022: matches/));
      await screen.waitUntilTrue(`performance.getEntriesByType('resource').length === 0`);
    });

    test('the saved page checks credentials in both suites, opened from the disk', async () => {
      const page = join(folder, 'check-credentials.html');
      writeFileSync(page, await (await fetch(`${logbook.url}/verify.html`)).text());
      const full = credentialVector('full.json');
      const changed = textFile('changed-credential.json', full.replace('900 ms', '901 ms'));
      const screen = await (await openBrowser())();
      await screen.window.goto(pathToFileURL(page).href);
      const choose = element('input[type=file]');
      await screen.upload(choose, textFile('credential.json', full));
      await screen.see(text(/eddsa-rdfc-2022: matches/));
      await screen.see(text(/eddsa-jcs-2022: matches/));
      await screen.upload(choose, textFile('list.json', credentialVector('status-list.json')));
      await screen.see(text(/^Not withdrawn, by the list of/));
      await screen.upload(choose, textFile('credential.jwt', credentialVector('full.jwt')));
      await screen.see(text(/^JWT: matches/));
      await screen.upload(choose, changed);
      await screen.see(text(/^This credential is not as it was signed/));
      await screen.waitUntilTrue(`performance.getEntriesByType('resource').length === 0`);
    });

    test("without Web Locks, BroadcastChannel and randomUUID, a guest's entry is saved, and imported at sign-up", async () => {
      const older = await startWithoutApis(logbook.url);
      onTestFinished(() => older.close());
      const openWindow = await openBrowser(older.url);
      const screen = await openWindow();
      await openAsGuest(screen);
      await screen.waitUntilTrue(
        `!navigator.locks && typeof BroadcastChannel === 'undefined' && !crypto.randomUUID`,
      );
      const other = await openWindow();
      await other.open('/');
      await other.see(button(/^Add Log Entry/));
      await importAtSignUp(screen, other);
      await write(screen, 'With the account');
      await save(screen);
      await other.see(entry(/With the account/), { count: 1 });
    });
  });

  /** A guest's entry with a file is in the account exactly once after sign-up. `other` is the guest's other window. */
  async function importAtSignUp(screen: Screen, other?: Screen): Promise<void> {
    await write(screen, 'Before the account', fixture('photo.png'));
    await save(screen);
    const row = entry(/Before the account/);
    await screen.see(within(row, button('1 file')));
    await other?.see(row, { count: 1 });
    await signUp(screen, newAccount());
    await screen.see(within(row, button('1 file')));
    await screen.dontSee(within(row, text('Local')));
    await screen.window.reload();
    await screen.see(within(row, button('1 file')));
    await screen.see(entry(/./), { count: 1 });
    await openFile(screen, /Before the account/, 'photo.png');
    await screen.waitUntilTrue(`document.querySelector('dialog[open] img')?.naturalWidth > 0`);
    await closeViewer(screen, 'photo.png');
  }
}
