// Where the text of an entry comes from: the arguments, a pipe, or the editor.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '#features/check-ins/constants.ts';
import { entryTexts as texts } from '../entry-texts.ts';
import { CommandError } from './command-error.ts';
import { storageError } from './folders.ts';
import { oneLine } from './terminal.ts';

/** Characters that are read from a pipe: more cannot be an entry. */
const mostBytes = limits.contentInput * 4;

export async function readText(words: readonly string[]): Promise<string> {
  const text = words.length > 0 && words.join(' ') !== '-' ? words.join(' ') : await readElsewhere(words);
  if (text.trim() === '') throw new CommandError('usage', texts.noText);
  const length = [...text.trim()].length;
  if (length > limits.content) throw new CommandError('usage', texts.tooLong(length));
  return text;
}

async function readElsewhere(words: readonly string[]): Promise<string> {
  return words.length > 0 || !process.stdin.isTTY ? readPipe() : readEditor();
}

async function readPipe(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > mostBytes) throw new CommandError('usage', texts.mostText);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

function readEditor(): string {
  const editor =
    process.env['VISUAL'] || process.env['EDITOR'] || (process.platform === 'win32' ? 'notepad' : 'vi');
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), 'logbook-'));
    writeFileSync(join(folder, 'entry.md'), '', { mode: 0o600 });
  } catch (error) {
    throw storageError(error, texts.noEditor);
  }
  const file = join(folder, 'entry.md');
  // A setting such as `code --wait` has arguments, so a shell reads it. The path of the file is not part of its text.
  const isWindows = process.platform === 'win32';
  const { status, error } = isWindows
    ? spawnSync(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
    : spawnSync('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  const text = readFileSync(file, 'utf8');
  if (status !== 0) {
    const problem = texts.editorFailed(oneLine(editor), error?.message);
    throw new CommandError('usage', text.trim() === '' ? problem : texts.textKept(problem, file));
  }
  rmSync(folder, { recursive: true, force: true });
  return text;
}
