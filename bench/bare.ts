// The bare references: what the same responses cost with only Fastify and pg, without contract, session, transaction,
// policies and triggers. Runs as a separate process. Its only argument is JSON with the database's address and the columns
// of an entry.
import fastify from 'fastify';
import pg from 'pg';

export type BareOptions = { database: pg.PoolConfig; columns: string };

const { database, columns } = JSON.parse(process.argv[2] ?? '') as BareOptions;
const pool = new pg.Pool({ ...database, max: 20 });
const server = fastify();

type Row = { id: string; created_at: Date };

server.get<{ Querystring: { user: string } }>('/timeline', async (request) => {
  const { rows } = await pool.query<Row>({
    name: 'timeline',
    text: `select ${columns} from check_ins where user_id = $1 and deleted_at is null order by created_at desc limit 51`,
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
