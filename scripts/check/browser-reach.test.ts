import { expect, test } from 'vitest';
import { browserReach } from './browser-reach.ts';
import { treeOf } from './tree.ts';

const page = 'src/features/goals/web/goal-list.tsx';

test('type imports of server packages, and zod/mini, are allowed', () => {
  const tree = treeOf({
    [page]: "import * as z from 'zod/mini';\nimport type { FastifyInstance } from 'fastify';",
    'src/features/goals/server/store.ts': "import pg from 'pg';",
  });
  expect(browserReach.run(tree)).toEqual({ problems: [], figure: '1 modules' });
});

test('a server package behind a shared module is reported with the page that reaches it', () => {
  const tree = treeOf({
    [page]: "import { limits } from '../rules.ts';",
    'src/features/goals/rules.ts': "import { hash } from '#platform/secrets/secrets.ts';",
    'src/platform/secrets/secrets.ts': "import { createHash } from 'node:crypto';",
  });
  expect(browserReach.run(tree).problems).toMatchObject([
    {
      file: 'src/platform/secrets/secrets.ts',
      what: `loads node:crypto into the browser, reached from ${page}`,
    },
  ]);
});

test.each([
  ["import { z } from 'zod';", 'all of zod'],
  ["import Fastify from 'fastify';", 'fastify'],
  ["const load = () => import('@node-rs/argon2');", '@node-rs/argon2'],
])('a page with %s is refused', (text, what) => {
  expect(browserReach.run(treeOf({ [page]: text })).problems).toMatchObject([
    { file: page, line: 1, what: expect.stringContaining(what) as string },
  ]);
});
