import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** Jobs that run until the test ends them. `started` lists them in start order. */
function manualJobs(slots: number) {
  const turns = new FairTurns(slots);
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const add = (user: string, name: string) =>
    turns.run(user, () => {
      started.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });
  return { started, add, end: (name: string, error?: Error) => ends.get(name)!(error) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('one user occupies one slot and leaves the others to other users', async () => {
  const { started, add, end } = manualJobs(2);
  const done = Promise.all([add('ada', 'a1'), add('ada', 'a2'), add('ada', 'a3'), add('bob', 'b1')]);
  await settled();
  expect(started).toEqual(['a1', 'b1']);
  end('b1');
  await settled();
  expect(started).toEqual(['a1', 'b1']);
  end('a1');
  await settled();
  expect(started).toEqual(['a1', 'b1', 'a2']);
  end('a2');
  await settled();
  end('a3');
  expect(await done).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('waiting users are served in rotation, regardless of their number of jobs', async () => {
  const { started, add, end } = manualJobs(2);
  for (const name of ['a1', 'a2', 'a3']) void add('ada', name);
  for (const name of ['b1', 'b2', 'b3']) void add('bob', name);
  void add('cyd', 'c1');
  await settled();
  expect(started).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'c1', 'b1', 'a2']) {
    end(name);
    await settled();
  }
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a failed job releases its slot', async () => {
  const { started, add, end } = manualJobs(1);
  const failed = add('ada', 'a1');
  void add('bob', 'b1');
  end('a1', new Error('broken'));
  await expect(failed).rejects.toThrow('broken');
  await settled();
  expect(started).toEqual(['a1', 'b1']);
});
