import { expect, test } from 'vitest';
import { featureFiles } from './feature-files.ts';
import { treeOf } from './tree.ts';

const problemsOf = (...paths: string[]) =>
  featureFiles.run(treeOf(Object.fromEntries(paths.map((path) => [path, ''])))).problems;

test('the allowed file names pass', () => {
  expect(
    problemsOf(
      'src/features/goals/contract.ts',
      'src/features/goals/rules.ts',
      'src/features/goals/rules.test.ts',
      'src/features/goals/search-rules.ts',
      'src/features/goals/server/search-store.ts',
      'src/features/goals/server/routes.ts',
      'src/features/goals/server/store.ts',
      'src/features/goals/server/store.races.test.ts',
      'src/features/goals/server/mails.tsx',
      'src/features/goals/server/operations/complete-goal.ts',
      'src/features/goals/sql/app.stamp_goal.sql',
      'src/features/goals/sql/access.ts',
      'src/platform/mail/sql/unsigned.post_mail.sql',
      'src/features/goals/web/goal-list.tsx',
      'src/features/goals/web/guest.ts',
      'src/features/goals/web/panel/goal-row.tsx',
      'src/platform/http/bind.ts',
      'src/app/server/main.ts',
      'src/app/paths.ts',
      'src/ui/button.tsx',
    ),
  ).toEqual([]);
});

test.each([
  ['src/features/goals/helpers.ts', 'not a file name of a feature'],
  ['src/features/goals/search-labels.ts', 'not a file name of a feature'],
  ['src/features/goals/server/service.ts', 'not a file name of a feature'],
  ['src/features/goals/server/operations/deep/add.ts', 'not a file name of a feature'],
  ['src/features/goals/server/store.tsx', 'not a file name of a feature'],
  ['src/features/goals/orphan.test.ts', 'test without the file it tests'],
  ['src/features/goals/web/GoalList.tsx', 'name is not kebab-case'],
  ['src/features/goals/web/panel/rows/goal-row.tsx', 'not a file name of a feature'],
  ['src/features/goals/server/app.stamp_goal.sql', 'SQL outside a folder sql'],
  ['src/features/goals/sql/stamp_goal.sql', 'SQL outside a folder sql'],
  ['src/app/sql/app.stamp_goal.sql', 'SQL outside a folder sql'],
  ['src/features/goals/web/index.ts', 'index file'],
  ['src/platform/goals/add.ts', 'unknown mechanism "goals"'],
  ['src/app/helpers/format.ts', 'unknown folder "helpers"'],
  ['src/shared/format.ts', 'outside the four layers'],
  ['src/main.ts', 'outside the four layers'],
])('%s is refused: %s', (path, what) => {
  expect(problemsOf(path)).toMatchObject([{ file: path, what }]);
});
