// Attacks by hand with SQL, and calls of every function with arguments that refer to the victim.
import type { TestApp } from '../support/app.ts';
import { queryAsOwner, permissionDenied } from './sql-matrix.ts';
import type { Person } from './world.ts';

type Statement = { text: string; values?: unknown[] };
/** The data of a victim that is not secret. */
type Known = Pick<Person, 'userId' | 'email' | 'checkInId' | 'fileId'>;

type Attack = {
  name: string;
  statements: (victim: Known) => Statement[];
  /** Rows of the last statement, or the code of its error. */
  outcome: unknown;
};

const texts =
  (...all: string[]) =>
  () =>
    all.map((text) => ({ text }));
const refused = (name: string, ...all: string[]): Attack => ({
  name,
  statements: texts(...all),
  outcome: permissionDenied,
});
const count = 'select count(*)::int as seen from check_ins';
const seesNothing = [{ seen: 0 }];

export const attacks: Attack[] = [
  {
    name: 'cannot start a session for a known user',
    statements: ({ userId }) => [
      {
        text: `select app.start_session($1, (gen_random_uuid(), sha256('a'), '1 h', sha256('b'), '1 d', '', '', null, 9)
                 ::app.new_session, 'password')`,
        values: [userId],
      },
    ],
    outcome: permissionDenied,
  },
  ...['null', `''`, `'\\x00'`, `sha256('guess')`, `decode(repeat('00', 32), 'hex')`].map((signature) => ({
    name: `cannot read a salt with the signature ${signature}`,
    statements: ({ email }: Known) => [
      { text: `select app.password_salt($1, '', ${signature}::bytea)`, values: [email] },
    ],
    outcome: permissionDenied,
  })),
  ...['local', 'session'].flatMap((scope) =>
    ['', '0'.repeat(64), 'null'].map((proof) => ({
      name: `cannot set a viewer for the ${scope} with the proof "${proof.slice(0, 8)}"`,
      statements: ({ userId }: Known) => [
        { text: 'begin' },
        { text: `set ${scope} app.viewer = '${userId}${proof}'` },
        { text: count },
        { text: 'commit' },
        { text: count },
      ],
      outcome: seesNothing,
    })),
  ),
  {
    name: 'cannot set a viewer for the connection with a made-up proof',
    statements: ({ userId }) => [
      { text: `select set_config('app.viewer', '${userId}' || encode(sha256('x'), 'hex'), false)` },
      { text: count },
    ],
    outcome: seesNothing,
  },
  ...[
    'set local row_security = off',
    'set search_path = pg_temp, app, public, pg_catalog',
    'set session characteristics as transaction isolation level serializable',
    `set client_min_messages = debug5`,
    'set plan_cache_mode = force_custom_plan',
    'set enable_indexscan = off',
  ].map((setting) => ({
    name: `sees no rows after: ${setting}`,
    statements: texts(setting, 'select count(*)::int as seen from public.check_ins'),
    outcome: seesNothing,
  })),
  {
    name: 'learns nothing from errors on hidden rows',
    statements: texts(
      `select 1 / (length(content) - length(content)) as seen from check_ins where content <> ''`,
    ),
    outcome: [],
  },
  {
    name: 'learns nothing from statistics',
    statements: texts(`select * from pg_stats where schemaname in ('public', 'app')`),
    outcome: [],
  },
  {
    name: 'learns nothing through XML',
    statements: texts(
      `select query_to_xml('select content from public.check_ins', false, true, '')::text like '%What%' as seen`,
    ),
    outcome: [{ seen: false }],
  },
  {
    name: 'cannot change rows of other users',
    statements: texts(
      `with a as (update check_ins set content = 'changed', search_text = '' returning 1),
            b as (update goals set text = 'x' returning 1), c as (delete from sessions returning 1), d as (delete from log_files returning 1),
            e as (update profiles set full_name = 'x' returning 1)
       select (select count(*) from a) + (select count(*) from b) + (select count(*) from c) + (select count(*) from d)
            + (select count(*) from e) as seen`,
    ),
    outcome: [{ seen: 0 }],
  },
  {
    name: 'cannot write rows as another user',
    statements: ({ userId }) => [
      {
        text: `insert into check_ins (id, user_id, content, search_text) values (gen_random_uuid(), $1, 'x', '')`,
        values: [userId],
      },
    ],
    outcome: permissionDenied,
  },
  {
    name: 'cannot add a job that deletes files of another user',
    statements: ({ userId }) => [
      {
        text: `select app.enqueue('remove-files', json_build_object('user_id', $1::uuid))`,
        values: [userId],
      },
    ],
    outcome: permissionDenied,
  },
  refused('cannot add a job directly', `select graphile_worker.add_job('remove-files', '{}')`),
  refused('cannot insert a job row', `insert into graphile_worker._private_jobs default values`),
  refused('cannot create a large object', 'select lo_create(0)'),
  refused('cannot create a large object with lo_creat', 'select lo_creat(-1)'),
  refused('cannot create a large object with content', `select lo_from_bytea(0, 'bytes')`),
  refused('cannot write a large object', `select lo_put(1, 0, 'bytes')`),
  refused('cannot open a large object', 'begin', 'select lo_open(1, 131072)'),
  refused('cannot import a file', `select lo_import('/etc/passwd')`),
  refused('cannot read a file', `select pg_read_file('/etc/passwd')`),
  refused('cannot read a file as bytes', `select pg_read_binary_file('postgresql.conf')`),
  refused('cannot list a folder', `select pg_ls_dir('.')`),
  refused('cannot copy to a file', `copy (select 1) to '/tmp/copied'`),
  refused('cannot reach another database', 'create extension dblink'),
  refused('cannot shadow a table', 'create temporary table sessions (id uuid)'),
  refused(
    'cannot shadow a function',
    `create function pg_temp.viewer() returns uuid language sql as 'select null::uuid'`,
  ),
  refused(
    'cannot create an operator',
    'create operator public.= (leftarg = bytea, rightarg = bytea, procedure = byteaeq)',
  ),
  refused('cannot create a type', 'create type pg_temp.new_session as (id uuid)'),
  refused('cannot create a schema for its search path', 'create schema mine'),
  refused(
    'cannot replace a function',
    `create or replace function app.viewer() returns uuid language sql as 'select null::uuid'`,
  ),
  refused('cannot become the job role', 'set role logbook_jobs'),
  refused('cannot become the owner', 'set session authorization postgres'),
  refused('cannot raise the rights of its role', 'alter role logbook_app bypassrls'),
  refused('cannot end the connection of a request', 'select pg_terminate_backend(pid) from pg_stat_activity'),
  refused('cannot read the viewer secret', 'select value from app.viewer_secret'),
  refused('cannot read the keys of signed calls', 'select inner_key from app.call_keys'),
  refused('cannot call the signature check', `select app.require_signature('', 'sign_in')`),
  refused('cannot bypass a signature', `select unsigned.settle_tries(array[1], false)`),
];

/** Arguments by type, which refer to the victim where possible. */
function craftedArguments({ userId, email, checkInId, fileId }: Known): Record<string, string[]> {
  return {
    uuid: [userId, checkInId, fileId].map((id) => `'${id}'::uuid`),
    'uuid[]': [`array['${userId}']::uuid[]`],
    text: [`'${email}'`, `'remove-files'`],
    bytea: [`sha256('guess')`, `decode(repeat('00', 32), 'hex')`, 'null::bytea'],
    interval: [`'10 years'::interval`],
    boolean: ['true', 'false'],
    integer: ['1000000'],
    'integer[]': ['array[0, 1]'],
    bigint: ['1000000'],
    'bytea[]': [`array[sha256('guess')]`],
    'text[]': [`'{internal}'::text[]`],
    'bigint[]': ['(select array_agg(n) from generate_series(1, 1000) n)::bigint[]'],
    json: [`json_build_object('user_id', '${userId}', 'email', '${email}')`],
    'timestamp with time zone': ['now()'],
    'app.new_session': [
      `(gen_random_uuid(), sha256('mine'), '1 h', sha256('mine too'), '1 d', 'attacker', '::1', null, 1)::app.new_session`,
    ],
  };
}

/** Calls of a function of schema app: the nth call takes the nth crafted value of each argument's type. */
export async function craftedCalls(app: TestApp, name: string, victim: Known): Promise<string[]> {
  const found = await queryAsOwner<{ types: string[] }>(
    app,
    `select array(select format_type(t, null) from unnest(p.proargtypes) with ordinality a(t, n) order by n) as types
     from pg_proc p where p.pronamespace = 'app'::regnamespace and p.proname = $1`,
    [name],
  );
  const crafted = craftedArguments(victim);
  return found.flatMap(({ types }) => {
    const choices = types.map((type) => {
      const values = crafted[type];
      if (!values) throw new Error(`Add crafted arguments of type ${type} for app.${name}.`);
      return values;
    });
    const rounds = Math.max(1, ...choices.map((values) => values.length));
    return Array.from({ length: rounds }, (_, round) => {
      const values = choices.map((all) => all[round % all.length]);
      return `select * from app.${name}(${values.join(', ')})`;
    });
  });
}
