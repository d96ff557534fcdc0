// The allow-list of tools, in the order in which clients show them.
import * as z from 'zod/mini';
import { inputs, type ToolName } from '../../contract.ts';
import { toolErrors, toolTexts } from '../../texts.ts';
import { addGoal, completeGoal, listGoals } from './goal-tools.ts';
import { addEntry, readEntry, readPeriod, searchEntries, suggestEntry } from './log-tools.ts';
import { draftPacket, weekSummary } from './period-tools.ts';
import { ToolRefusal, type Run } from './run-operation.ts';
import type { FindQuoted, Tool } from './tool.ts';

export const tools: readonly Tool[] = [
  addEntry,
  suggestEntry,
  searchEntries,
  readPeriod,
  readEntry,
  weekSummary,
  listGoals,
  addGoal,
  completeGoal,
  draftPacket,
];

type Caller = { scopes: readonly string[]; timeZone: string; run: Run; findQuoted: FindQuoted };

const isOpenTo = (scopes: readonly string[]) => (tool: Tool) =>
  tool.scopes.every((scope) => scopes.includes(scope));

/** The tools that a token with these scopes sees, as the protocol lists them. */
export function listedTools(scopes: readonly string[]) {
  return tools.filter(isOpenTo(scopes)).map(listed);
}

function listed({ name, changes }: Tool) {
  return {
    name,
    ...toolTexts[name],
    inputSchema: schemaOf(name),
    annotations: { readOnlyHint: !changes, destructiveHint: false, openWorldHint: false },
  };
}

const schemas = new Map<ToolName, { type: 'object' }>();

function schemaOf(name: ToolName): { type: 'object' } {
  const kept = schemas.get(name);
  if (kept) return kept;
  const made = z.toJSONSchema(inputs[name], {
    io: 'input',
    // The format says the same in a word.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  const schema = { ...made, type: 'object' as const };
  delete schema.$schema;
  schemas.set(name, schema);
  return schema;
}

/** The result of a tool as text. Throws `ToolRefusal`. */
export async function callTool(
  name: string,
  given: unknown,
  { scopes, timeZone, run, findQuoted }: Caller,
): Promise<string> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new ToolRefusal(toolErrors.unknown(name));
  if (!isOpenTo(scopes)(tool)) throw new ToolRefusal(toolErrors.beyond(tool.name, tool.scopes));
  const parsed = inputs[tool.name].safeParse(given ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, shownProblems)
      .map(({ path, message }) => toolErrors.field(path.join('.'), message));
    throw new ToolRefusal(toolErrors.input(problems));
  }
  return JSON.stringify(await tool.call({ input: parsed.data as never, run, findQuoted, timeZone }));
}

const shownProblems = 5;
