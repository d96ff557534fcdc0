// Searching one person's 10,000 entries among those of others: words that nearly all of them have, that few have, that
// none has. The last two look at every entry of the person.
import { calls } from './api.ts';
import type { Filled } from './filled.ts';
import { atMost, type Row } from './report.ts';
import { median, type Length, type Loader } from './rounds.ts';

/** Beside counting the same entries by months, in milliseconds each, in the same rounds. */
const bounds = { aim: 1, floor: 1.5 };
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
  const { timeline, months } = calls(large);
  const searches = Object.values(asked).map((query) => ({
    ...timeline,
    path: `/api/check_ins/search?${query}`,
    callers: 1,
  }));
  const [counting, ...results] = await loader.compare([{ ...months, callers: 1 }, ...searches], length);
  return Object.keys(asked).map((name, index) => {
    const { p50, rates } = results[index]!;
    const ratio = median(rates.map((rate, round) => counting!.rates[round]! / rate));
    return {
      name: `search for ${name}, 10,000 own of ${large.entries.toLocaleString('en')}, against months`,
      ours: `${p50.toFixed(1)} ms`,
      reference: `${counting!.p50.toFixed(1)} ms`,
      ratio,
      aim: `${bounds.aim}`,
      floor: `${bounds.floor}`,
      verdict: atMost(ratio, bounds),
      details: { ours: results[index], months: counting },
    };
  });
}
