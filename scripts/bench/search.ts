// Searching one person's 10,000 entries among those of others: words that nearly all of them have, that few have, that
// none has. The last two look at every entry of the person.
import { calls } from './api.ts';
import type { Filled } from './filled.ts';
import { atMost, type Row } from './report.ts';
import type { Length, Loader } from './rounds.ts';

const bounds = { aim: 20, floor: 40 };
const asked = {
  'a common word': 'q=shipped',
  'a rare word': 'q=zeppelin',
  'a rare tag': 'tag=airship',
  'two words, one nowhere': 'q=shipped+nowhere',
};

/** Gives the reader three entries that are unlike the others, years apart. */
async function writeRare({ instance, reader }: Filled): Promise<void> {
  await instance.asOwner(async (owner) => {
    await owner.query(
      `update check_ins set content = 'Flew the zeppelin #airship' where id in (
         select id from check_ins where user_id = $1 order by created_at limit 3 offset 3000)`,
      [reader.id],
    );
    await owner.query('vacuum analyze check_ins');
  });
}

export async function searchRows(loader: Loader, length: Length, large: Filled): Promise<Row[]> {
  await writeRare(large);
  const { timeline } = calls(large);
  const cases = Object.values(asked).map((query) => ({
    ...timeline,
    path: `/api/check_ins/search?${query}`,
    callers: 1,
  }));
  const results = await loader.compare(cases, length);
  return Object.keys(asked).map((name, index) => {
    const { p50, p99 } = results[index]!;
    return {
      name: `search for ${name}, 10,000 own of ${large.entries.toLocaleString('en')}`,
      ours: `${p50.toFixed(1)} ms`,
      reference: `p99 ${p99.toFixed(1)} ms`,
      ratio: null,
      aim: `${bounds.aim}`,
      floor: `${bounds.floor}`,
      verdict: atMost(p50, bounds),
      details: results[index],
    };
  });
}
