import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

type Step = { name: string; work?: () => Promise<void>; node?: string[] };

// The launcher is plain JavaScript for old Node versions, and has no types to import.
const { runStages } = (await import(fileURLToPath(new URL('stages.mjs', import.meta.url)))) as {
  runStages(stages: Step[][][]): Promise<void>;
};

afterEach(() => {
  vi.restoreAllMocks();
});

function printed(): string[] {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(text));
  return lines;
}

test('lanes run in parallel, and the next stage starts when all of them have ended', async () => {
  printed();
  const events: string[] = [];
  const both = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() };
  // Each of them waits until the other one has started.
  const step = (name: 'first' | 'second', other: Promise<void>): Step => ({
    name,
    async work() {
      both[name].resolve();
      await other;
      events.push(name);
    },
  });
  const last = { name: 'last', work: async () => void events.push('last') };
  await runStages([[[step('first', both.second.promise)], [step('second', both.first.promise)]], [[last]]]);
  expect(events.toSorted()).toEqual(['first', 'last', 'second']);
  expect(events.at(-1)).toBe('last');
});

test('the output of a process next to others is printed as one block', async () => {
  const lines = printed();
  const talk = (name: string): Step => ({
    name,
    node: ['--eval', `console.log('${name} 1'); console.error('${name} 2')`],
  });
  await runStages([[[talk('a')], [talk('b')]]]);
  expect(lines).toContain('\n== a\na 1\na 2');
  expect(lines).toContain('\n== b\nb 1\nb 2');
});

test('a failure ends the run with its exit code after the other lanes have finished their step', async () => {
  const lines = printed();
  const ended: string[] = [];
  const failed = Promise.withResolvers<void>();
  const other = {
    name: 'other',
    async work() {
      await failed.promise;
      ended.push('other');
    },
  };
  const never = { name: 'never', work: async () => void ended.push('never') };
  vi.mocked(console.log).mockImplementation((text: string) => {
    lines.push(text);
    // Printed when the failing process has ended.
    if (text.startsWith('\n== failing\n')) failed.resolve();
  });
  const run = runStages([
    [[{ name: 'failing', node: ['--eval', 'process.exitCode = 7'] }], [other, never]],
    [[never]],
  ]);
  await expect(run).rejects.toMatchObject({ message: '\n"failing" failed.', exitCode: 7 });
  expect(ended).toEqual(['other']);
});
