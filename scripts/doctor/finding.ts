import { StartupError } from '#platform/config/startup-error.ts';

/** What a check found. A warning is worth acting on, but Logbook works. Secrets are never part of it. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; what: string; why?: string; fix?: string };

/** The checks of one subject. `run` never changes what Logbook stores. */
export type Check = { name: string; run(): Promise<Finding[]> };

export const ok = (what: string): Finding => ({ level: 'ok', what });
export const warning = (what: string, why: string, fix: string): Finding => ({
  ...{ level: 'warning', what, why, fix },
});
export const problem = (what: string, why: string, fix: string): Finding => ({
  level: 'problem',
  what,
  why,
  fix,
});

/** Longest time for the checks of one subject, in milliseconds. */
const withinMs = 20_000;

/** Runs the checks of a subject. An error or a timeout is a problem. */
export async function findingsOf({ name, run }: Check): Promise<Finding[]> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no result within ${withinMs / 1000} seconds`)), withinMs);
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    if (error instanceof StartupError) return [problem(error.what, error.why, error.fix)];
    const { message } = error as Error;
    return [problem(`The ${name} cannot be checked.`, message, 'Fix what the reason names, then try again.')];
  } finally {
    clearTimeout(timer);
  }
}

/** The lines of a finding, as printed. */
export function linesOf({ level, what, why, fix }: Finding): string[] {
  const more = [why, fix].filter((text) => text !== undefined);
  return [
    `  ${level.padEnd(9)}${what}`,
    ...more.flatMap((text) => text.split('\n').map((line) => `           ${line}`)),
  ];
}
