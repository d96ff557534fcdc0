// Visits every screen in every state, for the tests that check all of them: axe and the pictures.
import type { Locator, Page } from '@playwright/test';
import { fileOf, sound } from './files.ts';
import { visitAllowApp } from './allow-app-states.ts';
import { visitConnect } from './connect-states.ts';
import { visitContent } from './content-states.ts';
import { visitInbox } from './inbox-states.ts';
import { visitImport } from './import-states.ts';
import { visitImports } from './imports-states.ts';
import { visitGoals } from './goals-states.ts';
import { hoursAgo, visitGuest } from './guest-states.ts';
import { visitInstalled } from './installed-states.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { attach, entry, fixture, openDialog, openTimeline, realFiles, save, view, write } from './screen.ts';
import { visitPackets } from './packets-states.ts';
import { visitPasskeys } from './passkeys-states.ts';
import { visitPlan } from './plan-states.ts';
import { visitPublicLink } from './public-link-states.ts';
import { visitSearch } from './search-states.ts';
import { visitPlaybook } from './playbook-states.ts';
import { visitPublicLogbook } from './public-logbook-states.ts';
import { visitResume } from './resume-states.ts';
import { visitReports } from './report-states.ts';
import { visitSharing } from './sharing-states.ts';
import { visitShoutouts } from './shoutouts-states.ts';
import { visitTeams } from './teams-states.ts';
import { visitTeamMember, visitVisibility } from './team-member-states.ts';
import { visitVerify } from './verify-states.ts';
import { visitVouches } from './vouches-states.ts';
import { visitReminders } from './reminders-states.ts';
import {
  visitDeletion,
  visitMailAddress,
  visitRecovery,
  visitSettings,
  visitTokens,
  type Visit,
} from './settings-states.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

const authPages = {
  'sign-in': '/auth',
  'sign-up': '/auth?mode=signup',
  'manager-sign-in': '/auth?mode=manager',
  'manager-sign-up': '/auth?mode=manager&employee=Ada%20Example',
  'employee-sign-up': '/auth?mode=employee',
};

async function visitSignedOut(page: Page, noise: Noise, visit: Visit): Promise<void> {
  for (const [name, address] of Object.entries(authPages)) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await visit(name);
  }
  await page.goto('/auth?mode=signup');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Enter your full name.').waitFor();
  await visit('sign-up-errors');

  noise.allow(/401 POST \/api\/auth\/sign-in/, /404 GET \/no\/such\/page/);
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel(whole('Password')).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The email or password is incorrect.').waitFor();
  await visit('sign-in-refused');

  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).waitFor();
  await visit('theme-menu');

  await visitRecovery(page, noise, visit);
  await visitVerify(page, visit);

  await page.goto('/what-is-logbook');
  await page.getByRole('heading', { name: 'What is Logbook?' }).waitFor();
  await visit('what-is-logbook');

  await page.goto('/no/such/page');
  await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor();
  await visit('not-found');
  await page.goto('/api/docs');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await visit('api-docs');
  await page.goto('/dev/mailbox');
  await page.getByRole('heading', { name: 'Mailbox' }).waitFor();
  await visit('mailbox');
  noise.allow(/400 GET \/mail\/stop/);
  await page.goto('/mail/stop');
  await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
  await visit('unsubscribe-broken');
  await visitSnapshot(page, noise, visit);
  await visitIncomplete(page, noise, visit);
}

/** A page without one of its scripts. */
async function visitIncomplete(page: Page, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/failed GET \/assets\/react-/);
  // The page before allows no requests, not even the one that shows that routes work.
  await page.goto('/auth');
  await page.route('**/assets/react-*.js', (route) => route.abort());
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/auth');
    await page.getByText('This page did not load completely').waitFor();
    await visit(`incomplete-${colorScheme}`);
  }
}

async function visitSnapshot(page: Page, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/404 GET \/manager-snapshot/);
  const [emoji, content] = sampleEntries[0];
  const query = new URLSearchParams({ employee: 'Ada Example', content, emoji });
  // Its theme is chosen when it is loaded.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/manager-snapshot?${query}`);
    await visit(`snapshot-${colorScheme}`);
  }
  await page.goto('/manager-snapshot');
  await visit('snapshot-invalid');
}

/** What a viewer without a session sees. */
export const withoutSession: Record<string, (page: Page, noise: Noise, visit: Visit) => Promise<void>> = {
  'signed out': visitSignedOut,
  'a guest': visitGuest,
  'content pages': visitContent,
  'the playbook': visitPlaybook,
};

const sampleEntries = [
  [
    '🎉',
    'The quarterly report is out, two weeks early.\nThanks to everyone who proofread: https://example.com/report',
  ],
  ['🚀', 'Moved the nightly import to the new queue. It takes four minutes instead of fifty.'],
  ['💡', 'Learned how to read a flame graph.'],
] as const;

type Walk = (page: Page, person: Person, noise: Noise, visit: Visit) => Promise<void>;

/** What a signed-in user sees. Each part runs with its own account. */
export const ownLogbook: Record<string, Walk> = {
  'the settings': visitSettings,
  'API tokens': visitTokens,
  passkeys: visitPasskeys,
  reminders: visitReminders,
  'the address for email': visitMailAddress,
  'the command line': visitConnect,
  'connecting an app': visitAllowApp,
  imports: (page, _person, _noise, visit) => visitImports(page, visit),
  'account deletion': visitDeletion,
  'the public link': visitPublicLink,
  'the tutorial': visitTutorial,
  'from guest to account': visitImport,
  async 'the first day'(page, _person, noise, visit) {
    await openTimeline(page);
    await visit('empty');
    await visitPalette(page, visit);
    await visitDrop(page, visit);
    await visitDialog(page, visit);
    await visitPending(page, noise, visit);
  },
  'the inbox': visitInbox,
  'the installed app': visitInstalled,
  'the search': visitSearch,
  async 'entries and files'(page, person, noise, visit) {
    for (const [index, [emoji, content]] of sampleEntries.entries()) {
      await person.addCheckIn(content, { emoji, created_at: hoursAgo(index * 1500) });
    }
    await openTimeline(page);
    await visitFiles(page, noise, visit);
    await visitEdits(page, visit);
  },
  goals: visitGoals,
  sharing: visitSharing,
  shoutouts: visitShoutouts,
  reports: visitReports,
  'review packets': visitPackets,
  'the résumé': visitResume,
  'the public logbook': visitPublicLogbook,
  teams: visitTeams,
  vouches: visitVouches,
  'the Team plan': visitPlan,
  "a team member's logbook": visitTeamMember,
  'logbook visibility': visitVisibility,
  async error(page, person, noise, visit) {
    await person.addCheckIn(sampleEntries[0][1], { emoji: sampleEntries[0][0] });
    await openTimeline(page);
    await visitProblem(page, person, noise, visit);
  },
};

async function visitTutorial(page: Page, person: Person, _noise: Noise, visit: Visit): Promise<void> {
  await person.patch('/api/profiles', { is_new: true });
  await openTimeline(page);
  const card = page.getByRole('dialog');
  for (let step = 1; step <= 7; step++) {
    await card.getByText(`Step ${step} of 7`).waitFor();
    await visit(`tutorial-${step}`);
    if (step === 2) {
      await person.setGoal('Talk to three customers');
      await card.getByText('Your goal is set.').waitFor();
      await visit('tutorial-2-passed');
    }
    if (step === 3) {
      await person.addCheckIn(sampleEntries[0][1], { emoji: sampleEntries[0][0] });
      await card.getByText('Here is your log').waitFor();
      await visit('tutorial-3-passed');
    }
    await card.getByRole('button', { name: whole(/Next|Done/) }).click();
  }
}

async function visitPalette(page: Page, visit: Visit): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox');
  await field.waitFor();
  await visit('palette');
  await field.fill('theme');
  await visit('palette-typed');
  await field.fill('no such command');
  await visit('palette-search');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  await visit('shortcuts');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
}

async function visitDialog(page: Page, visit: Visit): Promise<void> {
  const dialog = await openDialog(page);
  await visit('dialog');
  await save(dialog);
  await page.getByText('Content required').waitFor();
  await visit('dialog-error');
  await dialog.getByLabel('What did you do?').fill('Shipped the release.\n'.repeat(8));
  await dialog.getByRole('radio', { name: 'rocket' }).check();
  await attach(dialog, [...realFiles.map(fixture), fixture('empty.txt')]);
  await dialog.getByText('empty.txt was not attached').waitFor();
  await visit('dialog-files');
  await dialog.getByRole('button', { name: whole('Close') }).click();
  await page.getByText('Draft kept').waitFor();
  await visit('draft-kept');
}

/** Delays a save to visit its pending, waiting and refused states, then discards it. */
async function visitPending(page: Page, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/(400|failed) POST \/api\/check_ins/);
  const visited = Promise.withResolvers<void>();
  await page.route('**/api/check_ins', async (route) => {
    await visited.promise;
    await route.abort();
  });
  await save(await openDialog(page));
  await page.getByRole('progressbar', { name: 'Saving your entry' }).waitFor();
  await visit('pending');
  visited.resolve();
  await page.getByText('1 entry is waiting for a connection').waitFor();
  await visit('waiting');
  const refusal = { code: 'content_too_long', title: 'Content too long', detail: 'Please shorten it.' };
  // In place of the earlier one, without a moment in which the page could save the entry by trying again.
  await page.route('**/api/check_ins', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
  );
  await openTimeline(page);
  await page.getByText('Not saved yet').first().waitFor();
  await page.unroute('**/api/check_ins');
  await page.getByText('Failed to save check-in.').waitFor({ state: 'hidden' });
  await visit('unsent');
  await page.getByRole('button', { name: 'Discard' }).click();
}

/** Keeps dragging a file over the page during the visit. */
async function visitDrop(page: Page, visit: Visit): Promise<void> {
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.png', { type: 'image/png' }));
    const drag = () =>
      document.body.dispatchEvent(
        new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }),
      );
    Object.assign(globalThis, { dragTimer: setInterval(drag, 100) });
  });
  await page.getByText('Drop files to attach them').waitFor();
  await visit('drop');
  await page.evaluate(() => clearInterval((globalThis as unknown as { dragTimer: number }).dragTimer));
  await page.getByText('Drop files to attach them').waitFor({ state: 'hidden' });
}

async function visitFiles(page: Page, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/415 POST \/api\/storage\/log-files/, /setup\.pdf was not uploaded/);
  const program = {
    name: 'setup.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('MZ\x90\0'.repeat(64)),
  };
  await save(
    await write(page, { content: 'With four files', emoji: 'party', files: realFiles.map(fixture) }),
  );
  await page.getByText('Check-in saved!').waitFor();
  await save(await write(page, { content: 'With a program', files: program }));
  await page.getByText('setup.pdf was not uploaded.').first().waitFor();
  await visit('entries');
  for (const month of await page.locator('summary').all()) await month.click();
  await page.getByText('flame graph').waitFor();
  await page.getByRole('table', { name: 'The last year' }).waitFor({ state: 'attached' });
  await visit('older-months');

  const row = entry(page, 'With four files');
  await row.getByRole('button', { name: '3 files' }).click();
  await row.getByRole('button', { name: /^Open.* photo\.png/ }).waitFor();
  await row.locator('img').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0));
  await visit('files-open');
  for (const name of realFiles) {
    const viewer = await view(page, row, name);
    await viewer.locator('img[src], iframe[src], video[src]').waitFor();
    await page.waitForFunction(isShown);
    await visit(`viewer-${name.split('.')[1]}`);
    await viewer.getByRole('button', { name: 'Close' }).click();
  }
  await visitTextAndAudio(page, visit);
}

async function visitTextAndAudio(page: Page, visit: Visit): Promise<void> {
  const files = [
    fileOf('notes.txt', 'First line\n\n  indented, and a longer line. '.repeat(40)),
    sound('tone.wav'),
  ];
  await save(await write(page, { content: 'With text and audio', files }));
  const row = entry(page, 'With text and audio');
  await row.getByRole('button', { name: '2 files' }).click();
  const text = await view(page, row, 'notes.txt');
  await text.locator('pre').waitFor();
  await visit('viewer-txt');
  await text.getByRole('button', { name: 'Close' }).click();
  const recording = await view(page, row, 'tone.wav');
  await page.waitForFunction(() => (document.querySelector('audio')?.readyState ?? 0) > 1);
  await visit('viewer-wav');
  await recording.getByRole('button', { name: 'Close' }).click();
}

/** Whether the viewer shows its file. Runs in the page. */
function isShown(): boolean {
  const media = document.querySelector<HTMLElement>('dialog :is(img, video, iframe)');
  if (media instanceof HTMLImageElement) return media.complete && media.naturalWidth > 0;
  if (media instanceof HTMLVideoElement) return media.readyState > 1;
  if (!(media instanceof HTMLIFrameElement)) return false;
  return media.contentDocument?.contentType === 'application/pdf' || !navigator.pdfViewerEnabled;
}

async function visitEdits(page: Page, visit: Visit): Promise<void> {
  const row = entry(page, 'With four files');
  await row.hover();
  await visit('row-tools');
  await chooseAction(page, row, 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit Check-in' });
  await dialog.getByRole('button', { name: 'Remove photo.png' }).click();
  await visit('edit-dialog');
  await dialog.getByRole('button', { name: whole('Close') }).click();
  await row.getByRole('button', { name: 'Unsaved changes' }).waitFor();
  await visit('edit-kept');

  await chooseAction(page, entry(page, 'With a program'), 'Delete');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await visit('deleted');
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: /^Restore/ }).waitFor();
  await visit('recently-deleted');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: whole('Close') })
    .click();
}

/** Chooses an action of an entry: from its toolbar, or from its menu on touch devices. */
async function chooseAction(page: Page, row: Locator, action: 'Edit' | 'Delete'): Promise<void> {
  const menu = row.getByRole('button', { name: 'More' });
  if ((await menu.count()) === 0) {
    await row.hover();
    await row.getByRole('button', { name: action }).click();
    return;
  }
  await menu.click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function visitProblem(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(
    /failed .*ERR_INTERNET_DISCONNECTED/,
    /ERR_FAILED/,
    /WebSocket/,
    /could not be read/,
    /No connection to the server/,
  );
  await person.context.setOffline(true);
  await page.getByText(/^(You are offline|Offline)\./).waitFor();
  await visit('offline');
  await person.context.setOffline(false);
  await page.getByText(/^(You are offline|Offline)\./).waitFor({ state: 'hidden' });

  // Without this cookie the document contains no entries, so the page requests them.
  await person.context.clearCookies({ name: 'logbook-reader' });
  await page.route('**/api/check_ins/months?*', (route) => route.abort());
  await page.goto('/');
  await page.getByText('The timeline could not be loaded').waitFor();
  await visit('timeline-failed');
  await page.unroute('**/api/check_ins/months?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await entry(page, sampleEntries[0][1].slice(0, 30)).waitFor();

  // With an unknown token the page has to ask the server for the viewer, and without an offline copy it shows nothing else.
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  const session = await person.context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  const cookies = await person.context.cookies();
  await person.context.clearCookies({ name: /access/ });
  await person.context.addCookies(
    cookies.filter(({ name }) => /refresh/.test(name)).map((cookie) => ({ ...cookie, value: 'unknown' })),
  );
  noise.allow(/401 GET \/api\/auth\/user/);
  await page.route('**/api/auth/*', (route) => route.abort());
  await page.goto('/');
  await page.getByText('The server is not responding').waitFor();
  await visit('unreachable');
  await person.context.addCookies(cookies);
  await page.unroute('**/api/auth/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await entry(page, sampleEntries[0][1].slice(0, 30)).waitFor();
}
