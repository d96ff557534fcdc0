import { expect, test } from 'vitest';
import { readValues, writeValues } from '#platform/drafts/fields.ts';
import { readyToSend } from '#platform/drafts/resend.ts';
import { draftFields, emptyDraft, inputOf, isEmpty, underNewId, type Draft } from './drafts.ts';
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
const ready = (draft: Draft) => readyToSend(draft, inputOf, underNewId);
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
  const stored = (value: object) => readValues(draftFields, JSON.parse(JSON.stringify(value)));
  const draft = draftWith(filled);
  expect(stored(writeValues(draftFields, draft))?.share).toEqual(filled);
  const { share: _, ...older } = draft;
  expect(stored(older)).toMatchObject({
    content: 'a',
    share: { manager: false, teammate: false, message: '' },
  });
  expect(stored({ id: 'd', content: 'a', share: { manager: 'yes', message: 1 } })?.share).toMatchObject({
    manager: false,
    message: '',
  });
});

test('a retry keeps the ids of the entry and the shoutout, and a change to whom to share with gets new ones', () => {
  const sent = ready(draftWith(filled));
  expect(sent.share.shoutoutId).toBe('shoutout');
  expect(ready(sent)).toEqual(sent);
  const changes: Partial<ShareInput>[] = [
    { managerEmail: 'other@example.com' },
    { manager: false },
    { message: 'Thanks' },
  ];
  for (const change of changes) {
    const changed = ready({ ...sent, share: { ...sent.share, ...change } });
    expect(changed.id).not.toBe(sent.id);
    expect(changed.share.shoutoutId).not.toBe('shoutout');
  }
});

test('input that unchecked boxes hide does not change the id of a sent draft', () => {
  const sent = ready(draftWith(emptyShare()));
  expect(sent.sentAs).toBe(JSON.stringify(['a', null, '', []]));
  const hidden = { ...sent, share: { ...filled, manager: false, teammate: false } };
  expect(ready(hidden).id).toBe(sent.id);
});

test('a draft under a new id has a new shoutout', () => {
  expect(underNewId(draftWith(filled)).share.shoutoutId).not.toBe('shoutout');
});
