import { parseArgs } from 'node:util';
import { Problem } from '#platform/http/client.ts';
import { accessTexts as texts } from '../access-texts.ts';
import { entryTexts } from '../entry-texts.ts';
import { codeOf, CommandError, exitCodes } from './command-error.ts';
import type { Command, Options } from './command.ts';
import { commands } from './commands.ts';
import { requireCredentials } from './credentials.ts';
import { helpOf, overview } from './help.ts';
import { sendQueue, waitingFor } from './send-queue.ts';
import { explain, version } from './server.ts';
import { oneLine, Output } from './terminal.ts';

/** Runs a command line and returns what to exit with. */
export async function run(args: readonly string[]): Promise<number> {
  const out = new Output();
  try {
    await runCommand(args, out);
    return 0;
  } catch (error) {
    const known = error instanceof Problem ? explain(error) : error;
    if (!(known instanceof CommandError)) {
      out.note(texts.unexpected(known instanceof Error ? (known.stack ?? known.message) : String(known)));
      return exitCodes.refused;
    }
    out.note(texts.failed(known.message));
    return known.exitCode;
  }
}

async function runCommand([name, ...args]: readonly string[], out: Output): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && args.length === 0))
    return out.line(overview());
  if (name === '--version' || name === '-v') return out.line(version);
  if (name === 'help') return out.line(helpOf(find(args[0]!)));
  const command = find(name);
  const { words, options } = parse(command, args);
  if (options.has('help')) return out.line(helpOf(command));
  if (words.length > 0 && !command.takesWords)
    throw new CommandError('usage', texts.notExpected(oneLine(words[0]!), command.name));
  if (command.readsLog) await sendWaiting(out);
  await command.run({ words, options, out });
}

/** Errors do not matter: the command that follows has them, too. */
async function sendWaiting(out: Output): Promise<void> {
  const credentials = requireCredentials();
  if (waitingFor(credentials).length === 0) return;
  const { sent } = await sendQueue(credentials);
  if (sent.length > 0) out.note(entryTexts.waitingSent(sent.length));
}

function find(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  const close = commands.find((candidate) => candidate.name.startsWith(name.slice(0, 2)));
  throw new CommandError('usage', texts.noCommand(oneLine(name), close?.name));
}

function parse(command: Command, args: string[]): { words: string[]; options: Options } {
  const declared = (command.options ?? []).map(({ name, short, value, isMultiple = false }) => [
    name,
    { type: value === undefined ? 'boolean' : 'string', multiple: isMultiple, ...(short && { short }) },
  ]);
  const options = { ...Object.fromEntries(declared), help: { type: 'boolean', short: 'h' } } as Record<
    string,
    { type: 'boolean' | 'string' }
  >;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const all = (name: string): (string | boolean)[] => [values[name] ?? []].flat();
    return {
      words: positionals,
      options: {
        has: (name) => all(name).includes(true),
        value: (name) => all(name).map(String)[0],
        values: (name) => all(name).map(String),
      },
    };
  } catch (error) {
    if (!codeOf(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new CommandError('usage', texts.seeHelp(oneLine(sentence!), command.name));
  }
}
