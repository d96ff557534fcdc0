// Processor time of a Week in Review with 500 entries, from the request to the HTML, database included.
import { processorMs } from './costs.ts';
import { bounded } from './figures.ts';
import type { Instance } from './instance.ts';
import type { Row } from './report.ts';
import { writeEntries } from './seed.ts';

const entries = 500;
const text = 'Shipped the next part of the export, and wrote down what is left. #billing '.repeat(3);

export async function reportRows(instance: Instance, times: number): Promise<Row[]> {
  const person = await instance.signUpSettled('reporter');
  const week = await instance.asOwner(async (owner) => {
    await writeEntries(owner, person.id, [text], entries);
    // Spread over the last whole week, which the report then covers.
    const { rows } = await owner.query<{ monday: string }>(
      `with monday as (select date_trunc('week', now()) - interval '7 days' as at),
            placed as (select id, row_number() over (order by id) as n from check_ins where user_id = $1),
            moved as (
              update check_ins c set created_at = monday.at + make_interval(mins => 20 * placed.n::int)
              from placed, monday where c.id = placed.id)
       select to_char(at, 'YYYY-MM-DD') as monday from monday`,
      [person.id],
    );
    return rows[0]!.monday;
  });
  const generate = async () => {
    const response = await fetch(`${instance.url}/api/functions/v1/generate-week-review`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: person.cookie, origin: instance.url },
      body: JSON.stringify({ timezone: 'UTC', week }),
    });
    const { reportHtml } = (await response.json()) as { reportHtml: string };
    if (reportHtml.split('next part').length <= entries) throw new Error('The report lacks entries.');
  };
  for (let time = 0; time < 10; time++) await generate();
  const before = processorMs(instance.pid);
  for (let time = 0; time < times; time++) await generate();
  const after = processorMs(instance.pid);
  const ms = before === null || after === null ? null : (after - before) / times;
  const row = bounded(`processor time of a Week in Review, ${entries} entries`, ms ?? 0, 'ms', {
    aim: 50,
    floor: 50,
  });
  return [ms === null ? { ...row, ours: '', verdict: 'not measured' } : row];
}
