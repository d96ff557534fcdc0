import { expect, test } from 'vitest';
import pg from 'pg';
import { attack, type Arena } from './support/attack.ts';

const entries = 2000;
const tags = Array.from({ length: 100 }, (_, index) => `#tag${index}`).join(' ');

/** Inserts long entries with a hundred tags each, as the owner of the tables. */
async function fill(arena: Arena, email: string): Promise<void> {
  const owner = new pg.Client(await arena.program.database('postgres'));
  await owner.connect();
  try {
    await owner.query('begin; set local session_replication_role = replica');
    // Text without repetition, so that compression does not shrink it on disk and in memory.
    await owner.query(
      `insert into check_ins (id, user_id, content, search_text, created_at)
       select gen_random_uuid(), u.id, w.content || $2, ' ' || w.content || regexp_replace($2, '#', ' #', 'g') || ' ',
              now() - n * interval '1 hour'
       from users u, generate_series(1, $3::int) n,
            lateral (select string_agg(md5(n::text || i), ' ') as content from generate_series(1, 250) i) w
       where u.email = $1`,
      [email, ` ${tags}`, entries],
    );
    await owner.query(
      `insert into tag_counts (user_id, tag, entries)
       select c.user_id, tag, count(*) from check_ins c, app.tags_of(c.search_text) tag group by c.user_id, tag`,
    );
    await owner.query('commit; analyze check_ins; analyze tag_counts');
  } finally {
    await owner.end();
  }
}

test('many parallel expensive reads of one user do not slow down other users', async () => {
  const problems = await attack({
    async prepare(arena) {
      const reader = await arena.person(0);
      await fill(arena, reader.email);
      return reader;
    },
    async wave(arena, { from, headers }) {
      const read = async (path: string) => {
        const { status } = await arena.send(path, { from, headers });
        arena.count(`status ${status}`);
      };
      const paths = [
        '/api/check_ins/tags',
        '/api/check_ins/search?q=zeppelin',
        '/api/check_ins/search?q=%22a%20b%22',
      ];
      await Promise.all(Array.from({ length: 90 }, (_, index) => read(paths[index % paths.length]!)));
    },
    async after(arena, { from, headers }) {
      const known = ['status 200', 'status 429', 'status 503', 'waves'];
      expect(known).toEqual(expect.arrayContaining(Object.keys(arena.counts)));
      expect(arena.counts['status 200']).toBeGreaterThan(0);
      const { status, ms, json } = await arena.send('/api/check_ins/tags', { from, headers });
      expect(status).toBe(200);
      expect((json() as { rows: unknown[] }).rows).toHaveLength(100);
      arena.count('ms for the tags alone', Math.round(ms));
    },
  });
  expect(problems).toEqual([]);
});
