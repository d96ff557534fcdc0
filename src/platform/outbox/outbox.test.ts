import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { oneOf, optionalTime, required, text } from '../drafts/fields.ts';
import { storedIds } from '../drafts/file-bytes.ts';
import { attachments, type Attachments } from '../drafts/persisted-files.ts';
import { offlineProblem, Problem } from '../http/client.ts';
import { listenLocally } from '../live/client.ts';
import { outbox } from './outbox.ts';
import { queue, type Queue } from './queue.ts';

type Note = Attachments & { id: string; text: string; kind: 'new' | 'late'; at: string | undefined };
const noFiles: Attachments = { files: [], unloadedFiles: [], lostFiles: [] };
const note = (id: string, change: Partial<Note> = {}): Note => ({
  ...{ id, text: `Note ${id}`, kind: 'new', at: `2026-11-20T10:00:0${id}.000Z` },
  ...noFiles,
  ...change,
});

let items: Map<string, string>;
let capacity: number;
/** Of this browser. */
let locks: Set<string>;
let page: EventTarget;
/** What the server received, and how it responds to a note: with an error, or by accepting it. */
let received: string[];
let refuse: (note: Note) => Error | undefined;

beforeEach(() => {
  capacity = Infinity;
  items = stubLocalStorage(() => capacity);
  locks = new Set();
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      async request(name: string, _options: object, work: (lock: object | null) => Promise<unknown>) {
        if (locks.has(name)) return work(null);
        locks.add(name);
        return work({}).finally(() => locks.delete(name));
      },
    },
  });
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  listenLocally(() => () => undefined);
  received = [];
  refuse = () => undefined;
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

/** The outbox of a page that was just opened. `completed`: ids of the notes that were completed. */
function open(userId = 'ada') {
  const notes: Queue<Note> = queue<Note>({
    name: 'notes',
    fields: {
      id: required(text),
      text: required(text),
      kind: oneOf(['new', 'late']),
      at: optionalTime,
      ...attachments,
    },
    idOf: ({ id }) => id,
    madeAt: ({ at }) => at,
  });
  notes.load(userId);
  const completed: string[] = [];
  let ending = Promise.resolve();
  let failsToBegin = false;
  const box = outbox<Note, string, string>({
    queue: notes,
    async deliver(write, context, late) {
      const error = refuse(write);
      if (error) throw error;
      received.push(`${write.text}${late ? ' (late)' : ''}`);
      return `${context} ${write.id}`;
    },
    fixed: (write, error) =>
      error instanceof Problem && error.code === 'id_taken' ? { ...write, id: '9' } : undefined,
    complete(_, answer) {
      if (failsToBegin) throw new Error('broken');
      completed.push(answer);
      return ending;
    },
    refused: (write, error) =>
      write.kind === 'late' ? undefined : { reason: (error as Problem).title, code: (error as Problem).code },
  });
  return {
    ...{ notes, box, completed },
    waitFor: (end: Promise<void>) => void (ending = end),
    failToBegin: () => void (failsToBegin = true),
  };
}

const statesOf = ({ store }: Queue<Note>) =>
  store.get().all.map(({ write, state }) => `${write.id} ${state}`);
const refusal = (code: string) => new Problem(400, { code, title: `Refused: ${code}` });
const offline = () => offlineProblem();
const send = (opened: ReturnType<typeof open>, userId = 'ada') => opened.box.start(userId, 'ctx');

describe('a write', () => {
  it('is shown while it is sent and completed, and is stored until the server has it', async () => {
    const opened = open();
    const { promise, resolve } = Promise.withResolvers<void>();
    opened.waitFor(promise);
    const saving = opened.box.save(note('1'), 'ctx');
    expect(statesOf(opened.notes)).toEqual(['1 sending']);
    expect(items.size).toBe(1);
    expect(await saving).toBe('delivered');
    await vi.waitFor(() => expect(statesOf(opened.notes)).toEqual(['1 delivered']));
    expect(items.size).toBe(0);
    resolve();
    await vi.waitFor(() => expect(statesOf(opened.notes)).toEqual([]));
    expect(opened.completed).toEqual(['ctx 1']);
  });

  it('whose completion fails is no longer shown, because the server has it', async () => {
    const opened = open();
    opened.waitFor(Promise.reject(new Error('lost')));
    expect(await opened.box.save(note('1'), 'ctx')).toBe('delivered');
    await vi.waitFor(() => expect(statesOf(opened.notes)).toEqual([]));
    expect(items.size).toBe(0);
  });

  it('whose completion throws at its beginning is dropped, because the server has it', async () => {
    const opened = open();
    opened.failToBegin();
    expect(await opened.box.save(note('1'), 'ctx')).toBe('delivered');
    await vi.waitFor(() => expect(statesOf(opened.notes)).toEqual([]));
    expect(items.size).toBe(0);
  });

  it('waits without a connection, and a later page sends all in the order in which they were made', async () => {
    vi.useFakeTimers();
    refuse = offline;
    const opened = open();
    const saving = [opened.box.save(note('2'), 'ctx'), opened.box.save(note('1'), 'ctx')];
    await vi.advanceTimersByTimeAsync(3000);
    expect(await Promise.all(saving)).toEqual(['waits', 'waits']);
    vi.useRealTimers();
    expect(statesOf(open().notes)).toEqual(['1 waiting', '2 waiting']);
    expect(statesOf(open('bo').notes)).toEqual([]);

    refuse = () => undefined;
    const later = open();
    send(later);
    await vi.waitFor(() => expect(statesOf(later.notes)).toEqual([]));
    expect(received).toEqual(['Note 1 (late)', 'Note 2 (late)']);
    expect(items.size).toBe(0);
  });

  it('that was in flight when the page closed waits', () => {
    void open().box.save(note('1'), 'ctx');
    expect(statesOf(open().notes)).toEqual(['1 waiting']);
  });

  it('that is refused stays with the reason, also after a reload, until the user sends it again', async () => {
    refuse = () => refusal('too_long');
    const opened = open();
    expect(await opened.box.save(note('1'), 'ctx')).toBe('refused');
    const later = open();
    expect(later.notes.find('1')).toMatchObject({
      write: note('1'),
      state: 'refused',
      reason: 'Refused: too_long',
      code: 'too_long',
    });
    send(later);
    await vi.waitFor(() => expect(locks.size).toBe(0));
    expect(received).toEqual([]);
    refuse = () => undefined;
    expect(await later.box.sendAgain('1', 'ctx')).toBe('delivered');
    await vi.waitFor(() => expect(items.size).toBe(0));
  });

  it('whose refusal concerns nothing that the user wrote is dropped', async () => {
    refuse = () => refusal('gone');
    const opened = open();
    expect(await opened.box.save(note('1', { kind: 'late' }), 'ctx')).toBe('refused');
    expect(statesOf(opened.notes)).toEqual([]);
    expect(items.size).toBe(0);
  });

  it('is sent in another form if that fixes the refusal', async () => {
    refuse = ({ id }) => (id === '9' ? undefined : refusal('id_taken'));
    const opened = open();
    expect(await opened.box.save(note('1'), 'ctx')).toBe('delivered');
    expect(opened.completed).toEqual(['ctx 9']);
    refuse = () => refusal('id_taken');
    expect(await opened.box.save(note('2'), 'ctx')).toBe('refused');
  });

  it('that was discarded is not sent', async () => {
    const opened = open();
    opened.box.hold(note('1'));
    opened.notes.drop('1');
    expect(await opened.box.send(note('1'), 'ctx', true)).toBe('not_sent');
    expect(await opened.box.sendAgain('1', 'ctx')).toBe('not_sent');
    expect(received).toEqual([]);
  });

  it('keeps its files over a reload, and sends those that the browser still has', async () => {
    const files = [{ id: 'kept', file: new File(['abc'], 'kept.txt') }];
    open().box.hold(note('1', { files }));
    await vi.waitFor(async () => expect(await storedIds('ada')).toEqual(['kept']));
    const later = open();
    expect(later.notes.find('1')?.write).toMatchObject({ files: [], unloadedFiles: [{ name: 'kept.txt' }] });
    let sent: Note | undefined;
    refuse = (write) => void (sent = write);
    await later.box.send(later.notes.find('1')!.write, 'ctx', true);
    expect(sent).toMatchObject({ files, unloadedFiles: [] });
  });
});

describe('a form that waits for the response', () => {
  it('gets the response, and queues nothing', async () => {
    const opened = open();
    expect(await opened.box.sendOrQueue(note('1'), 'ctx')).toBe('ctx 1');
    expect(statesOf(opened.notes)).toEqual([]);
  });

  it('gets the refusal, and queues nothing', async () => {
    refuse = () => refusal('too_long');
    const opened = open();
    await expect(opened.box.sendOrQueue(note('1'), 'ctx')).rejects.toThrow('too_long');
    expect(statesOf(opened.notes)).toEqual([]);
  });

  it('queues the write without a connection, unless the browser cannot store it', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    refuse = offline;
    const opened = open();
    expect(await opened.box.sendOrQueue(note('1'), 'ctx')).toBe('queued');
    expect(statesOf(opened.notes)).toEqual(['1 waiting']);
    capacity = 0;
    await expect(opened.box.sendOrQueue(note('2'), 'ctx')).rejects.toBeInstanceOf(Problem);
    expect(statesOf(opened.notes)).toEqual(['1 waiting']);
  });
});

describe('several tabs', () => {
  const changed = (id: string) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key: `logbook-notes/${id}:ada` }));

  it('show what the others queue, refuse and discard, but not what they are sending', () => {
    const [tab1, tab2] = [open(), open()];
    tab1.box.hold(note('1'));
    changed('1');
    expect(statesOf(tab2.notes)).toEqual(['1 waiting']);
    tab1.notes.change('1', { state: 'sending' });
    changed('1');
    expect(statesOf(tab2.notes)).toEqual(['1 waiting']);
    tab1.notes.change('1', { state: 'refused', reason: 'Why' });
    changed('1');
    expect(statesOf(tab2.notes)).toEqual(['1 refused']);
    tab1.notes.drop('1');
    changed('1');
    expect(statesOf(tab2.notes)).toEqual([]);
  });

  it('keep the files of a write that the browser could not store', async () => {
    const [tab1, tab2] = [open(), open()];
    const files = [{ id: 'only here', file: new File(['abc'], 'photo.jpg') }];
    tab1.box.hold(note('1', { files }));
    changed('1');
    tab2.notes.change('1', { state: 'refused', reason: 'Why' });
    changed('1');
    expect(tab1.notes.find('1')).toMatchObject({ state: 'refused', reason: 'Why', write: { files } });
  });

  it('do not send the same write, and keep the order behind it', async () => {
    const opened = open();
    opened.box.hold(note('1'));
    opened.box.hold(note('2'));
    locks.add('logbook-send-1');
    send(opened);
    await vi.waitFor(() => expect(locks).toEqual(new Set(['logbook-send-1'])));
    expect(received).toEqual([]);
    expect(statesOf(opened.notes)).toEqual(['1 waiting', '2 waiting']);
  });

  it('take over what a tab that was closed has not sent', async () => {
    vi.useFakeTimers();
    const opened = open();
    opened.box.hold(note('1'));
    locks.add('logbook-notes-ada');
    send(opened);
    await vi.advanceTimersByTimeAsync(1000);
    expect(received).toEqual([]);
    locks.clear();
    await vi.advanceTimersByTimeAsync(3000);
    expect(received).toEqual(['Note 1 (late)']);
    vi.useRealTimers();
  });

  it('keep the row of the tab that sends it', () => {
    const opened = open();
    void opened.box.save(note('1'), 'ctx');
    items.clear();
    changed('1');
    expect(statesOf(opened.notes)).toEqual(['1 sending']);
  });
});

describe('stored writes', () => {
  const store = (id: string, value: unknown) =>
    items.set(`logbook-notes/${id}:ada`, JSON.stringify({ at: 1, value }));

  it('that are broken or foreign are not read', () => {
    items.set('logbook-notes/a:ada', 'no JSON');
    store('b', null);
    store('c', { id: 'c' });
    store('d', { id: 'other', text: 'Note' });
    store('e', { id: 'e', text: 'Note', kind: 'none', at: 'soon', state: 'done', code: 7 });
    const all = open().notes.store.get().all;
    expect(all).toEqual([
      {
        write: { ...note('e', { text: 'Note', at: undefined }) },
        ...{ state: 'waiting', progress: 0, reason: '', code: '' },
      },
    ]);
  });

  it('of versions without a state are refused if they have a reason', () => {
    store('1', note('1'));
    store('2', { ...note('2'), reason: '' });
    expect(statesOf(open().notes)).toEqual(['1 waiting', '2 refused']);
  });
});
