import { accessTexts } from '../access-texts.ts';
import { entryTexts, queueTexts as texts } from '../entry-texts.ts';
import { commandTexts } from '../help-texts.ts';
import { CommandError } from './command-error.ts';
import { jsonOption, type Command } from './command.ts';
import { requireCredentials } from './credentials.ts';
import { queued, remove, update, type Queued } from './queue.ts';
import { sendQueue } from './send-queue.ts';
import { explain } from './server.ts';
import { oneLine, type Output } from './terminal.ts';

export const queueCommand: Command = {
  name: 'queue',
  words: '[send | retry NUMBER | remove NUMBER]',
  takesWords: true,
  completes: ['send', 'retry', 'remove'],
  ...commandTexts.queue,
  options: [jsonOption],
  async run({ words: [verb = 'list', number, ...more], options, out }) {
    if (more.length > 0) throw new CommandError('usage', texts.tooManyWords);
    const rows = queued();
    switch (verb) {
      case 'list':
        return options.has('json') ? out.json(rows) : showQueue(rows, out);
      case 'send':
        return sendAll(out);
      case 'retry': {
        const { refusal: _, ...entry } = numbered(rows, number);
        update(entry);
        return sendAll(out);
      }
      case 'remove': {
        const entry = numbered(rows, number);
        remove(entry);
        return out.line(texts.removed(oneLine(entry.text)));
      }
      default:
        throw new CommandError('usage', accessTexts.notExpected(oneLine(verb), 'queue'));
    }
  },
};

function numbered(rows: readonly Queued[], number: string | undefined): Queued {
  const entry = /^\d{1,6}$/.test(number ?? '') ? rows[Number(number) - 1] : undefined;
  if (entry) return entry;
  throw new CommandError('usage', texts.which);
}

function showQueue(rows: readonly Queued[], out: Output): void {
  if (rows.length === 0) return out.note(texts.empty);
  for (const [at, { madeAt, text, refusal, url, email }] of rows.entries()) {
    out.line([String(at + 1), madeAt.slice(0, 10), oneLine(text)].join('\t'));
    if (refusal !== undefined) out.note(`   ${texts.refusedFor(oneLine(refusal))}`);
    else out.note(`   ${texts.waitsFor(oneLine(email ?? 'LOGBOOK_TOKEN'), oneLine(url))}`);
  }
}

async function sendAll(out: Output): Promise<void> {
  const { sent, stopped } = await sendQueue(requireCredentials());
  for (const { problems } of sent) for (const problem of problems) out.note(`! ${problem}`);
  out.line(entryTexts.sent(sent.length));
  const refused = queued().filter(({ refusal }) => refusal !== undefined).length;
  if (refused > 0) out.note(texts.refused(refused));
  if (stopped) throw explain(stopped);
}
