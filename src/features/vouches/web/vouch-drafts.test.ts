import { beforeEach, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import type { Vouch } from '../contract.ts';
import type * as draftsModule from './vouch-drafts.ts';

type Drafts = typeof draftsModule;

/** The module as after a page load. What the page stored stays. */
async function load(userId = 'ada'): Promise<Drafts> {
  vi.resetModules();
  const drafts = await import('./vouch-drafts.ts');
  drafts.loadVouchDrafts(userId);
  return drafts;
}
const shown = ({ openDraft }: Drafts) => openDraft();

beforeEach(() => {
  stubLocalStorage();
  return () => vi.unstubAllGlobals();
});

it('the form opens with what an entry says, up to the limit of the field', async () => {
  const drafts = await load();
  drafts.openFormFor({ id: 'entry', content: `Moved the import\n${'é'.repeat(3000)}` });
  const draft = shown(drafts)!;
  expect(draft.project_name).toBe('Moved the import');
  expect([...draft.individual_contribution]).toHaveLength(2000);
  expect(draft.reference_email).toBe('');
});

it('the form opens with the content of an earlier request, as another vouch', async () => {
  const drafts = await load();
  const earlier = { id: 'earlier', project_name: 'Import', reference_department: null } as Vouch;
  drafts.openFormLike(earlier);
  expect(shown(drafts)).toMatchObject({ project_name: 'Import', reference_department: '' });
  expect(shown(drafts)?.id).not.toBe('earlier');
});

it('each entry keeps its own draft over a reload, for its user only', async () => {
  const before = await load();
  before.openVouchForm();
  before.changeVouchDraft({ project_name: 'Without an entry' });
  before.openFormFor({ id: 'entry', content: 'About an entry' });
  before.changeVouchDraft({ reference_name: 'Mira' });
  const id = shown(before)?.id;

  const after = await load();
  expect(shown(after), 'the form itself stays closed').toBeUndefined();
  after.openFormFor({ id: 'entry', content: 'Edited since' });
  expect(shown(after)).toMatchObject({ id, project_name: 'About an entry', reference_name: 'Mira' });
  after.openVouchForm();
  expect(shown(after)?.project_name).toBe('Without an entry');
  expect(after.hasFreshDraft(after.vouchDrafts.store.get())).toBe(true);

  const other = await load('bo');
  expect(other.hasFreshDraft(other.vouchDrafts.store.get())).toBe(false);
});

it('a form that was opened before the section was loaded stays open', async () => {
  vi.resetModules();
  const drafts = await import('./vouch-drafts.ts');
  drafts.openVouchForm();
  drafts.loadVouchDrafts('ada');
  expect(shown(drafts)).toBeDefined();
});

it('a retry keeps the id, and changed input gets a new one', async () => {
  const drafts = await load();
  drafts.openVouchForm();
  drafts.changeVouchDraft({ project_name: 'Import' });
  const first = drafts.readyVouchDraft()!;
  expect(drafts.readyVouchDraft()?.id).toBe(first.id);
  drafts.changeVouchDraft({ project_name: 'Import of invoices' });
  const changed = drafts.readyVouchDraft()!;
  expect(changed.id).not.toBe(first.id);

  drafts.dropSentDraft(first);
  expect(shown(drafts), 'the changed draft is not the sent one').toBeDefined();
  drafts.dropSentDraft(changed);
  expect(shown(drafts)).toBeUndefined();
  expect(localStorage.length).toBe(0);
});
