import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { emojis, limits } from '#features/check-ins/constants.ts';
import { newId } from '#platform/clock/id.ts';
import { Problem } from '#platform/http/client.ts';
import { counted } from '#platform/text/language.ts';
import { codeOf, CommandError } from './command-error.ts';
import { jsonOption, type Call, type Command } from './command.ts';
import { readText } from './compose-text.ts';
import { requireCredentials, type Credentials } from './credentials.ts';
import { dayExamples, readMoment, timeZone } from './day-input.ts';
import { storageError } from './folders.ts';
import { enqueue, queued, type Queued } from './queue.ts';
import { sendQueue, type Sent } from './send-queue.ts';
import { capture, explain, mayRecover } from './server.ts';
import { oneLine, type Output } from './terminal.ts';

export const add: Command = {
  name: 'add',
  words: '[TEXT…]',
  takesWords: true,
  summary: 'Add an entry',
  details: [
    'Without TEXT, the entry is read from a pipe, or from your editor ($VISUAL or $EDITOR). #tags are written in the text.',
    'Without a connection, the entry is stored on this machine and sent with your next command.',
  ],
  examples: [
    'logbook add "Shipped the importer #release" --emoji 🚀',
    'logbook add --date yesterday "Reviewed the design" --file notes.pdf',
    'git log -1 --format=%s | logbook add',
  ],
  options: [
    {
      name: 'date',
      short: 'd',
      value: 'DAY',
      help: `when it was: ${dayExamples}`,
      completes: ['today', 'yesterday'],
    },
    { name: 'emoji', short: 'e', value: 'EMOJI', help: `one of ${emojis.join(' ')}`, completes: emojis },
    {
      name: 'file',
      short: 'f',
      value: 'FILE',
      isMultiple: true,
      help: `a file to attach, up to ${limits.files}`,
      completes: 'files',
    },
    jsonOption,
  ],
  run: addEntry,
};

type New = Omit<Queued, 'id' | 'files'>;
type Attached = { name: string; bytes: Uint8Array<ArrayBuffer> };

async function addEntry({ words, options, out }: Call): Promise<void> {
  const credentials = requireCredentials();
  // Before the text, so that a mistake loses none.
  const emoji = readEmoji(options.value('emoji'));
  const dateText = options.value('date');
  const date = dateText === undefined ? undefined : readMoment(dateText, Date.now(), timeZone());
  const files = readFiles(options.values('file'));
  const entry: New = {
    ...{ url: credentials.url, email: credentials.email, text: await readText(words) },
    ...(emoji !== undefined && { emoji }),
    ...(date !== undefined && { date }),
    madeAt: new Date().toISOString(),
  };
  let stored: Queued;
  try {
    stored = enqueue(entry, files);
  } catch (error) {
    return addUnstored(credentials, entry, files, error, out, options.has('json'));
  }
  // Earlier entries first. If they cannot be sent, neither can this one.
  const { sent, stopped } = await sendQueue(credentials);
  const own = sent.find(({ key }) => key === stored.id);
  if (own) return reportSent(own, sent.length - 1, out, options.has('json'));
  if (stopped) return reportWaiting(stopped, stored, out, options.has('json'));
  const refusal = queued().find(({ id }) => id === stored.id)?.refusal;
  if (refusal !== undefined)
    throw new CommandError('refused', `${refusal} The entry is kept on this machine. See: logbook queue`);
  // Another process was faster.
  if (options.has('json')) out.json({ id: stored.id, state: 'sent' });
  else out.line(`${out.style('green', '✓')} Added`);
}

function readEmoji(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const emoji = emojis.find((known) => known === typed.replace(/\ufe0f$/, ''));
  if (emoji) return emoji;
  throw new CommandError(
    'usage',
    `"${oneLine(typed)}" is not one of the emoji of an entry: ${emojis.join(' ')}`,
  );
}

function readFiles(paths: readonly string[]): Attached[] {
  if (paths.length > limits.files)
    throw new CommandError('usage', `An entry can have up to ${limits.files} files.`);
  return paths.map((path) => {
    try {
      const { size } = statSync(path);
      if (size > limits.fileBytes)
        throw new CommandError('usage', `${path} is larger than ${limits.fileBytes / 1024 / 1024} MB.`);
      return { name: basename(path), bytes: new Uint8Array(readFileSync(path)) };
    } catch (error) {
      if (error instanceof CommandError) throw error;
      const reason = codeOf(error) === 'ENOENT' ? 'There is no such file.' : (error as Error).message;
      throw new CommandError('usage', `${path} cannot be attached. ${reason}`);
    }
  });
}

/** The disk takes nothing, but the server may. */
async function addUnstored(
  credentials: Credentials,
  entry: New,
  files: readonly Attached[],
  reason: unknown,
  out: Output,
  asJson: boolean,
): Promise<void> {
  const { text, emoji, date } = entry;
  const content = { text, ...(emoji !== undefined && { emoji }), ...(date !== undefined && { date }) };
  try {
    const forms = files.map(({ name, bytes }) => new File([bytes], name));
    const made = await capture(credentials, newId(), content, forms);
    const problems = made.files
      .filter(({ stored }) => !stored)
      .map(({ name }) => `${oneLine(name)}: not stored`);
    reportSent({ ...made, problems }, 0, out, asJson);
  } catch (error) {
    out.note(`Not saved. Your text:\n\n${text}\n`);
    if (!(error instanceof Problem)) throw error;
    if (error.status !== 0) throw explain(error);
    throw storageError(
      reason,
      'The server cannot be reached, and the entry cannot be stored on this machine.',
    );
  }
}

function reportSent(
  { id, url, created_at, problems }: Omit<Sent, 'key'>,
  earlier: number,
  out: Output,
  asJson: boolean,
): void {
  if (asJson) out.json({ id, url, created_at, state: 'sent', problems });
  else out.line(`${out.style('green', '✓')} Added: ${url}`);
  if (earlier > 0)
    out.note(`${counted(earlier, { one: 'earlier entry was', other: 'earlier entries were' })} sent, too.`);
  for (const problem of problems) out.note(`${out.style('yellow', '!')} ${problem}`);
}

function reportWaiting(stopped: Problem, stored: Queued, out: Output, asJson: boolean): void {
  if (asJson) out.json({ id: stored.id, state: 'waiting' });
  if (!mayRecover(stopped)) {
    out.note('The entry is stored on this machine, and will be sent once you are signed in.');
    throw explain(stopped);
  }
  const reason = stopped.status === 0 ? 'The server cannot be reached.' : oneLine(stopped.title);
  if (!asJson)
    out.line(
      `${out.style('yellow', '…')} ${reason} The entry is stored on this machine and sent with your next command.`,
    );
}
