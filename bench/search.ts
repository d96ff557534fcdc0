// Searches one user's 10,000 entries among those of others, for words in nearly all of them, in a few, and in none. The last
// two read every entry of the user.
import { searchText } from '#features/check-ins/search-rules.ts';
import { calls } from './api.ts';
import type { Filled } from './filled.ts';
import { atMost, type Row } from './report.ts';
import { median, type Length, type Loader } from './rounds.ts';

/** Ratio to counting the same entries by month without their dates, both in milliseconds, in the same rounds. */
const bounds = { aim: 1, floor: 1.5 };
const queries = {
  'a common word': 'q=shipped',
  'a rare word': 'q=zeppelin',
  'a rare tag': 'tag=airship',
  'two words, one without a match': 'q=shipped+nowhere',
};

const rare = 'Flew the zeppelin #airship';

/** Gives three of the reader's entries a text that no other entry has. */
async function writeRare({ instance, reader }: Filled): Promise<void> {
  await instance.asOwner(async (owner) => {
    await owner.query(
      `update check_ins set content = $2, search_text = $3 where id in (
         select id from check_ins where user_id = $1 order by created_at limit 3 offset 3000)`,
      [reader.id, rare, searchText(rare)],
    );
    await owner.query('vacuum analyze check_ins');
  });
}

export async function searchRows(loader: Loader, length: Length, large: Filled): Promise<Row[]> {
  await writeRare(large);
  const { timeline, months } = calls(large);
  const searches = Object.values(queries).map((query) => ({
    ...timeline,
    path: `/api/check_ins/search?${query}`,
    callers: 1,
  }));
  const { instance, reader } = large;
  await instance.asOwner((owner) => owner.query('delete from entry_dates where user_id = $1', [reader.id]));
  const [counting, ...results] = await loader.compare([{ ...months, callers: 1 }, ...searches], length);
  await instance.asOwner((owner) => owner.query('select app.keep_dates($1)', [reader.id]));
  return Object.keys(queries).map((name, index) => {
    const { p50, rates } = results[index]!;
    const ratio = median(rates.map((rate, round) => counting!.rates[round]! / rate));
    return {
      name: `search for ${name}, 10,000 of ${large.entries.toLocaleString('en')}, against counting them by month`,
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
