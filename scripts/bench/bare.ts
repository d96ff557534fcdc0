// The bare references: what the same answers cost with Fastify and pg alone, without contract, session, transaction,
// policies and triggers. A process of its own; its only argument is where the database is, as JSON.
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ ...(JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig), max: 20 });
const server = fastify();

type Row = { id: string; created_at: Date };

const columns = `id, user_id, kind, content, emoji, created_at, recorded_at, file_count, missing_files`;

server.get<{ Querystring: { user: string } }>('/timeline', async (request) => {
  const { rows } = await pool.query<Row>({
    name: 'timeline',
    text: `select ${columns} from check_ins where user_id = $1 order by created_at desc limit 51`,
    values: [request.query.user],
  });
  const page = rows.slice(0, 50);
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > 50 && last ? `${last.created_at.toISOString()}~${last.id}` : null,
  };
});

server.post<{ Querystring: { user: string }; Body: { id: string; content: string; emoji: string } }>(
  '/insert',
  async (request) => {
    const { id, content, emoji } = request.body;
    const { rows } = await pool.query({
      name: 'insert',
      text: `insert into bench_check_ins (id, user_id, content, emoji) values ($1, $2, $3, $4) returning ${columns}`,
      values: [id, request.query.user, content, emoji],
    });
    return rows[0];
  },
);

await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (server.server.address() as { port: number }).port });
process.on('disconnect', () => process.exit(0));
