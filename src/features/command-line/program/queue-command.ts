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
  summary: 'Show the entries that wait to be sent, or send them',
  details: [
    'Entries wait while there is no connection. Each command that reaches the server sends them. An entry that the server has refused stays until you send it again or remove it.',
  ],
  options: [jsonOption],
  async run({ words: [verb = 'list', number, ...more], options, out }) {
    if (more.length > 0) throw new CommandError('usage', 'Too many words. See: logbook queue --help');
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
        return out.line(`Removed, and not sent: ${oneLine(entry.text)}`);
      }
      default:
        throw new CommandError('usage', `"${oneLine(verb)}" is not expected here. See: logbook queue --help`);
    }
  },
};

function numbered(rows: readonly Queued[], number: string | undefined): Queued {
  const entry = /^\d{1,6}$/.test(number ?? '') ? rows[Number(number) - 1] : undefined;
  if (entry) return entry;
  throw new CommandError('usage', 'Which entry? Its number is in the list: logbook queue');
}

function showQueue(rows: readonly Queued[], out: Output): void {
  if (rows.length === 0) return out.note('Nothing waits to be sent.');
  for (const [at, { madeAt, text, refusal, url, email }] of rows.entries()) {
    out.line([String(at + 1), madeAt.slice(0, 10), oneLine(text)].join('\t'));
    if (refusal !== undefined) out.note(`   Refused: ${oneLine(refusal)}`);
    else out.note(`   Waits for ${oneLine(email ?? 'LOGBOOK_TOKEN')} at ${oneLine(url)}`);
  }
}

async function sendAll(out: Output): Promise<void> {
  const { sent, stopped } = await sendQueue(requireCredentials());
  for (const { problems } of sent) for (const problem of problems) out.note(`! ${problem}`);
  out.line(`${sent.length} ${sent.length === 1 ? 'entry' : 'entries'} sent.`);
  const refused = queued().filter(({ refusal }) => refusal !== undefined).length;
  if (refused > 0) out.note(`${refused} refused. See: logbook queue`);
  if (stopped) throw explain(stopped);
}
