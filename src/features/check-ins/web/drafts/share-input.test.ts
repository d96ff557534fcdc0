import { expect, test } from 'vitest';
import { emptyDraft, isEmpty, parseDraft, serializeDraft, type Draft } from './drafts.ts';
import { readyToSend, underNewId } from './ready-draft.ts';
import { emptyShare, type ShareInput } from './share-input.ts';
import { pendingShare, shareBody } from './share-request.ts';

const filled: ShareInput = {
  manager: true,
  managerEmail: ' Boss@example.com ',
  teammate: true,
  teammateEmail: 'bo@example.com',
  message: 'Thank you',
  shoutoutId: 'shoutout',
};
const draftWith = (share: ShareInput): Draft => ({ ...emptyDraft(), content: 'a', share });

test('a request contains only what checked boxes show', () => {
  expect(shareBody(filled)).toEqual({
    manager_email: ' Boss@example.com ',
    teammate: { id: 'shoutout', email: 'bo@example.com', message: 'Thank you' },
  });
  expect(shareBody({ ...filled, manager: false })).not.toHaveProperty('manager_email');
  expect(shareBody({ ...filled, manager: false, teammate: false })).toEqual({});
});

test('the pending row shows only what checked boxes show', () => {
  expect(pendingShare(filled)).toMatchObject({
    manager_email: 'Boss@example.com',
    teammate_email: 'bo@example.com',
    teammate_message: 'Thank you',
  });
  expect(pendingShare({ ...filled, manager: false, teammate: false })).toMatchObject({
    manager_email: null,
    teammate_email: null,
    teammate_message: null,
  });
});

test('a draft with a checked box is not empty', () => {
  expect(isEmpty({ ...emptyDraft(), share: { ...emptyShare(), manager: true } })).toBe(false);
  expect(isEmpty({ ...emptyDraft(), share: { ...filled, manager: false, teammate: false } })).toBe(true);
});

test('whom to share with survives storage, and drafts of versions before sharing can be read', () => {
  const draft = draftWith(filled);
  expect(parseDraft(JSON.parse(JSON.stringify(serializeDraft(draft))))[0]?.share).toEqual(filled);
  const { share: _, ...older } = draft;
  const [read] = parseDraft(serializeDraft({ ...older, share: undefined! }));
  expect(read).toMatchObject({ content: 'a', share: { manager: false, teammate: false, message: '' } });
  expect(
    parseDraft({ id: 'd', content: 'a', share: { manager: 'yes', message: 1 } })[0]?.share,
  ).toMatchObject({ manager: false, message: '' });
});

test('a retry keeps the ids of the entry and the shoutout, and a change to whom to share with gets new ones', () => {
  const sent = readyToSend(draftWith(filled));
  expect(sent.share.shoutoutId).toBe('shoutout');
  expect(readyToSend(sent)).toEqual(sent);
  const changes: Partial<ShareInput>[] = [
    { managerEmail: 'other@example.com' },
    { manager: false },
    { message: 'Thanks' },
  ];
  for (const change of changes) {
    const changed = readyToSend({ ...sent, share: { ...sent.share, ...change } });
    expect(changed.id).not.toBe(sent.id);
    expect(changed.share.shoutoutId).not.toBe('shoutout');
  }
});

test('input that unchecked boxes hide does not change the id of a sent draft', () => {
  const sent = readyToSend(draftWith(emptyShare()));
  expect(sent.sentAs).toBe(JSON.stringify(['a', null, '', []]));
  const hidden = { ...sent, share: { ...filled, manager: false, teammate: false } };
  expect(readyToSend(hidden).id).toBe(sent.id);
});

test('a draft under a new id has a new shoutout', () => {
  expect(underNewId(draftWith(filled)).share.shoutoutId).not.toBe('shoutout');
});
