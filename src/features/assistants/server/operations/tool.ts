// A tool: what it takes, which operations it calls, and what it returns.
import type * as core from 'zod/v4/core';
import { operations, type inputs, type Operations, type ToolName } from '../../contract.ts';
import type { Run } from './run-operation.ts';

type OperationKey = keyof Operations;

export type FindQuoted = (entries: readonly { id: string }[]) => Promise<ReadonlySet<string>>;

type Call<Input> = {
  input: Input;
  run: Run;
  /** Which of these entries contain a shoutout that the user kept, and therefore text by someone else. */
  findQuoted: FindQuoted;
  /** The user's, in which days begin and instants are shown. */
  timeZone: string;
};

export type Tool = {
  name: ToolName;
  /** All that the token needs. Without one of them, the tool does not exist for it. */
  scopes: readonly string[];
  changes: boolean;
  call: (call: Call<never>) => Promise<object>;
};

/** `uses`: the operations that `call` runs, whose scopes the token needs. */
export function tool<Name extends ToolName>(
  name: Name,
  uses: readonly OperationKey[],
  call: (call: Call<core.output<(typeof inputs)[Name]>>) => Promise<object>,
): Tool {
  return {
    name,
    scopes: [...new Set(uses.map((key) => operations[key].scope))],
    changes: uses.some((key) => !key.startsWith('GET ')),
    call,
  };
}
