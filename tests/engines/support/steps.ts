// Steps that several flows share.
import type { Account } from '../../e2e/support/person.ts';
import { button, dialog, element, entry, field, heading, text, within } from './queries.ts';
import type { Screen } from './screen.ts';

export const addDialog = dialog('Add Check-in');
export const contentField = field(/^What did you do\?/);
export const signInButton = button('Sign in');
const emailField = field(/^E-?mail/);
const passwordField = field('Password');

export async function openAsGuest(screen: Screen): Promise<void> {
  await screen.open('/');
  await screen.see(heading('Your Logbook'));
  await closeTutorial(screen);
}

export async function closeTutorial(screen: Screen): Promise<void> {
  await screen.click(button('Close tutorial'));
  await screen.dontSee(button('Close tutorial'));
}

export async function signUp(screen: Screen, account: Account): Promise<void> {
  await screen.open('/auth?mode=signup');
  await screen.fill(field('Full name'), account.fullName);
  await screen.fill(emailField, account.email);
  await screen.fill(passwordField, account.password);
  await screen.click(button('Create account'));
  await screen.see(heading(`${account.fullName}'s Logbook`));
}

export async function signIn(screen: Screen, account: Account): Promise<void> {
  await screen.open('/auth');
  await screen.fill(emailField, account.email);
  await screen.fill(passwordField, account.password);
  await screen.click(signInButton);
  await screen.see(heading(`${account.fullName}'s Logbook`));
  await screen.see(text(/^[\d.,]+ entr(y|ies)$/));
}

export function openAddDialog(screen: Screen): Promise<void> {
  return screen.openDialog(button(/^Add Log Entry/), addDialog);
}

/** Fills in Add Check-in without saving. */
export async function write(screen: Screen, content: string, ...files: string[]): Promise<void> {
  await openAddDialog(screen);
  await screen.fill(within(addDialog, contentField), content);
  if (files.length > 0) await screen.upload(within(addDialog, element('input[type=file]')), ...files);
}

export async function save(screen: Screen): Promise<void> {
  await screen.click(within(addDialog, button(/^Save Check-in/)));
}

/** Opens the viewer for a file of an entry. */
export async function openFile(screen: Screen, content: RegExp, name: string): Promise<void> {
  const row = entry(content);
  const opener = within(row, button(new RegExp(`^Open ${name}`)));
  if ((await screen.window.count(opener)) === 0) {
    await screen.click(within(row, button(/^\d+ files?$/)));
  }
  await screen.click(opener);
  await screen.see(dialog(name));
}

export async function closeViewer(screen: Screen, name: string): Promise<void> {
  await screen.window.pressEscape();
  await screen.dontSee(dialog(name));
}
