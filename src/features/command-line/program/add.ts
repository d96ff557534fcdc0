import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { emojis, limits } from '#features/check-ins/constants.ts';
import { newId } from '#platform/clock/id.ts';
import { Problem } from '#platform/http/client.ts';
import { entryTexts as texts } from '../entry-texts.ts';
import { commandTexts, optionTexts } from '../help-texts.ts';
import { codeOf, CommandError } from './command-error.ts';
import { jsonOption, type Call, type Command } from './command.ts';
import { readText } from './compose-text.ts';
import { requireCredentials, type Credentials } from './credentials.ts';
import { readMoment, timeZone } from './day-input.ts';
import { storageError } from './folders.ts';
import { enqueue, queued, type Queued } from './queue.ts';
import { sendQueue, type Sent } from './send-queue.ts';
import { capture, explain, mayRecover } from './server.ts';
import { oneLine, type Output } from './terminal.ts';

export const add: Command = {
  name: 'add',
  words: '[TEXT…]',
  takesWords: true,
  ...commandTexts.add,
  options: [
    {
      name: 'date',
      short: 'd',
      value: 'DAY',
      help: optionTexts.date,
      completes: ['today', 'yesterday'],
    },
    { name: 'emoji', short: 'e', value: 'EMOJI', help: optionTexts.emoji, completes: emojis },
    {
      name: 'file',
      short: 'f',
      value: 'FILE',
      isMultiple: true,
      help: optionTexts.file,
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
  if (refusal !== undefined) throw new CommandError('refused', texts.refusedKept(refusal));
  // Another process was faster.
  if (options.has('json')) out.json({ id: stored.id, state: 'sent' });
  else out.line(`${out.style('green', '✓')} ${texts.added}`);
}

function readEmoji(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const emoji = emojis.find((known) => known === typed.replace(/\ufe0f$/, ''));
  if (emoji) return emoji;
  throw new CommandError('usage', texts.notEmoji(oneLine(typed), emojis.join(' ')));
}

function readFiles(paths: readonly string[]): Attached[] {
  if (paths.length > limits.files) throw new CommandError('usage', texts.tooManyFiles);
  return paths.map((path) => {
    try {
      const { size } = statSync(path);
      if (size > limits.fileBytes) throw new CommandError('usage', texts.tooLarge(path));
      return { name: basename(path), bytes: new Uint8Array(readFileSync(path)) };
    } catch (error) {
      if (error instanceof CommandError) throw error;
      const reason = codeOf(error) === 'ENOENT' ? texts.noFile : (error as Error).message;
      throw new CommandError('usage', texts.notAttached(path, reason));
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
      .map(({ name }) => texts.fileProblem(oneLine(name), texts.fileNotStored));
    reportSent({ ...made, problems }, 0, out, asJson);
  } catch (error) {
    out.note(texts.notSaved(text));
    if (!(error instanceof Problem)) throw error;
    if (error.status !== 0) throw explain(error);
    throw storageError(reason, texts.notStorable);
  }
}

function reportSent(
  { id, url, created_at, problems }: Omit<Sent, 'key'>,
  earlier: number,
  out: Output,
  asJson: boolean,
): void {
  if (asJson) out.json({ id, url, created_at, state: 'sent', problems });
  else out.line(`${out.style('green', '✓')} ${texts.addedAt(url)}`);
  if (earlier > 0) out.note(texts.earlierSent(earlier));
  for (const problem of problems) out.note(`${out.style('yellow', '!')} ${problem}`);
}

function reportWaiting(stopped: Problem, stored: Queued, out: Output, asJson: boolean): void {
  if (asJson) out.json({ id: stored.id, state: 'waiting' });
  if (!mayRecover(stopped)) {
    out.note(texts.waitsForSignIn);
    throw explain(stopped);
  }
  const reason = stopped.status === 0 ? texts.noServer : oneLine(stopped.title);
  if (!asJson) out.line(`${out.style('yellow', '…')} ${texts.waits(reason)}`);
}
