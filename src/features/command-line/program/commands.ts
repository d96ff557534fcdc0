import { add } from './add.ts';
import type { Command } from './command.ts';
import { completionFor } from './completion.ts';
import { exportCommand } from './export.ts';
import { done, goals } from './goals.ts';
import { importCommand } from './import-command.ts';
import { list, search } from './list.ts';
import { login, logout, openCommand, status } from './login.ts';
import { queueCommand } from './queue-command.ts';
import { week } from './week.ts';

const all: readonly Command[] = [
  ...[login, logout, status, add, list, search, goals, done, week, exportCommand, openCommand],
  ...[importCommand, queueCommand],
];

/** In the order of the help. */
export const commands: readonly Command[] = [...all, completionFor(all)];
