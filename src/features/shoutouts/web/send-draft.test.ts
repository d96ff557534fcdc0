import { beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import {
  changeSendDraft,
  clearSentDraft,
  closeSendDialog,
  isEmptyDraft,
  loadSendDraft,
  openAnswer,
  readySendDraft,
  sendState,
} from './send-draft.ts';

beforeEach(() => {
  stubLocalStorage();
  // Items are ordered by the time at which they were written.
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => ++now);
  reload('ada');
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

/** Loads what a page that is opened now would show. */
function reload(userId: string) {
  sendState.set({ userId: '', open: false, aside: [] });
  loadSendDraft(userId);
  return sendState.get().draft;
}

const answer = { answers: 'entry 1', recipient: 'bo@example.com', message: 'Well done: “The report”' };
const current = () => sendState.get().draft;

test('an answer opens with its input, which counts as empty until the user changes it', () => {
  openAnswer(answer);
  expect(sendState.get().open).toBe(true);
  expect(current()).toMatchObject(answer);
  expect(isEmptyDraft(current())).toBe(true);
  expect(isEmptyDraft(reload('ada'))).toBe(true);

  openAnswer(answer);
  changeSendDraft({ message: 'Well done: “The report”. Early, too!' });
  expect(reload('ada')).toMatchObject({ message: 'Well done: “The report”. Early, too!' });
  expect(reload('bo').message).toBe('');
});

test('an unfinished shoutout is set aside by an answer, survives a reload, and returns when the answer is sent', () => {
  changeSendDraft({ recipient: 'cleo@example.com', message: 'Thank you for' });
  openAnswer(answer);
  expect(current()).toMatchObject(answer);
  changeSendDraft({ message: 'Well done!' });
  expect(reload('ada').message).toBe('Well done!');
  expect(sendState.get().aside).toMatchObject([{ message: 'Thank you for' }]);

  clearSentDraft(readySendDraft());
  expect(current()).toMatchObject({ recipient: 'cleo@example.com', message: 'Thank you for' });
  expect(reload('ada').message).toBe('Thank you for');
});

test('an unfinished shoutout returns when the user closes an answer unchanged', () => {
  changeSendDraft({ message: 'Thank you for' });
  openAnswer(answer);
  closeSendDialog();
  expect(current().message).toBe('Thank you for');
});

test('the unfinished answer to an entry is continued, and the answer to another entry is separate', () => {
  openAnswer(answer);
  changeSendDraft({ message: 'Begun' });
  openAnswer({ ...answer, answers: 'entry 2', message: 'Another' });
  expect(current().message).toBe('Another');
  openAnswer(answer);
  expect(current().message).toBe('Begun');
});

test('an answer that was sent unchanged and failed is kept with its id, so that a retry is not sent twice', () => {
  openAnswer(answer);
  const { id } = readySendDraft();
  closeSendDialog();
  expect(isEmptyDraft(current())).toBe(false);
  openAnswer(answer);
  expect(readySendDraft().id).toBe(id);
});

test('at most nine drafts are set aside', () => {
  for (let n = 0; n < 15; n++) {
    openAnswer({ ...answer, answers: `entry ${n}` });
    changeSendDraft({ message: `Begun ${n}` });
  }
  expect(sendState.get().aside).toHaveLength(9);
  expect(reload('ada').message).toBe('Begun 14');
});
