import { expect, test } from 'vitest';
import { importLaw } from './import-law.ts';
import { treeOf } from './tree.ts';

const project = {
  'src/app/web/main.tsx': '',
  'src/app/server/main.ts': '',
  'src/app/prerender/pages.tsx': '',
  'src/features/goals/contract.ts': '',
  'src/features/goals/rules.ts': '',
  'src/features/goals/server/store.ts': '',
  'src/features/goals/sql/access.ts': '',
  'src/features/goals/server/operations/add-goal.ts': '',
  'src/features/goals/web/goal-list.tsx': '',
  'src/platform/clock/durations.ts': '',
  'src/platform/clock/id.ts': '',
  'src/platform/database/sql-access.ts': '',
  'src/platform/http/client.ts': '',
  'src/platform/http/operation.ts': '',
  'src/features/goals/texts.ts': '',
  'src/ui/button.tsx': '',
  'src/ui/store.ts': '',
  'tests/support/people.ts': '',
};
const problemsOf = (path: string, text: string) =>
  importLaw.run(treeOf({ ...project, [path]: text })).problems;

test.each([
  ['src/app/web/main.tsx', "import { GoalList } from '#features/goals/web/goal-list.tsx';"],
  ['src/app/server/main.ts', "import { draw } from '../prerender/pages.tsx';"],
  ['src/app/prerender/pages.tsx', "import { GoalList } from '#features/goals/web/goal-list.tsx';"],
  ['src/features/teams/web/team.tsx', "import { GoalList } from '#features/goals/web/goal-list.tsx';"],
  [
    'src/features/teams/server/routes.ts',
    "import { add } from '#features/goals/server/operations/add-goal.ts';",
  ],
  ['src/features/teams/server/store.ts', "import { newId } from '#platform/clock/id.ts';"],
  [
    'src/features/teams/contract.ts',
    "import * as z from 'zod/mini';\nimport { goal } from '#features/goals/contract.ts';",
  ],
  ['src/features/goals/search-rules.ts', "import { decide } from './rules.ts';"],
  ['src/features/goals/search-rules.ts', "import { goalTexts } from './texts.ts';"],
  ['src/features/teams/contract.ts', "import { operation } from '#platform/http/operation.ts';"],
  ['src/features/teams/rules.ts', "import { dayMs } from '#platform/clock/durations.ts';"],
  ['src/features/teams/server/store.test.ts', "import { ada } from '../../../../tests/support/people.ts';"],
  ['src/features/goals/sql/access.ts', "import type { Tables } from '#platform/database/sql-access.ts';"],
  ['src/platform/http/bind.ts', "import { newId } from '#platform/clock/id.ts';"],
  ['src/platform/http/bind.ts', "import { newId } from '../clock/id.ts';"],
  ['src/platform/drafts/draft.ts', "import { createStore } from '#ui/store.ts';"],
])('%s may contain: %s', (path, text) => {
  expect(problemsOf(path, text)).toEqual([]);
});

test.each([
  ['src/platform/http/bind.ts', "import '#features/goals/contract.ts';", 'platform must not import features'],
  ['src/features/goals/rules.ts', "import '#app/web/main.tsx';", 'features must not import app'],
  ['src/platform/http/bind.ts', "import '#ui/button.tsx';", 'platform must not import ui'],
  ['src/ui/badge.tsx', "import '#platform/clock/id.ts';", 'ui must not import platform'],
  [
    'src/features/teams/web/team.tsx',
    "import '#features/goals/server/operations/add-goal.ts';",
    'web must not import server',
  ],
  [
    'src/features/goals/web/goal-list.tsx',
    "type S = import('../server/store.ts').S;",
    'web must not import server',
  ],
  ['src/app/web/main.tsx', "import '../prerender/pages.tsx';", 'web must not import prerender'],
  ['src/app/prerender/pages.tsx', "import '../server/main.ts';", 'prerender must not import server'],
  ['src/app/server/main.ts', "const page = () => import('../web/main.tsx');", 'server must not import web'],
  [
    'src/features/teams/server/store.ts',
    "import '#features/goals/server/store.ts';",
    'goals/server/store.ts',
  ],
  ['src/features/goals/server/routes.ts', "import '../sql/access.ts';", 'sql/access.ts'],
  ['src/features/teams/rules.ts', "import '#features/goals/rules.ts';", 'goals/rules.ts'],
  ['src/features/teams/rules.ts', "import { readFile } from 'node:fs';", 'node:fs'],
  ['src/features/teams/search-rules.ts', "import '#features/goals/rules.ts';", 'goals/rules.ts'],
  ['src/features/teams/contract.ts', "import { z } from 'zod';", 'imports zod'],
  ['src/features/teams/texts.ts', "export { newId } from '#platform/clock/id.ts';", 'clock/id.ts'],
  ['src/features/teams/web/team.tsx', "import '../../goals/web/goal-list.tsx';", 'leaves its folder'],
  ['src/features/goals/web/goal.tsx', "import '#features/goals/rules.ts';", 'imports its own folder'],
  ['src/features/goals/web/goal.tsx', "import '../rules';", 'without its extension'],
  ['src/platform/http/bind.ts', "import '../../../tests/support/people.ts';", 'tests/support'],
])('%s must not contain: %s', (path, text, what) => {
  const problems = problemsOf(path, text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ file: path, line: 1, what: expect.stringContaining(what) as string });
  expect(problems[0]!.belongs).not.toBe('');
});
