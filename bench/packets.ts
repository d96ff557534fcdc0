// Review packets: the suggestion of one from 10,000 entries, its page, and its PDF with 30 and with 300 items and 100 pictures.
// A PDF is made as the owner downloads it, from the request to the last byte; its memory is what the server grows by.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { Material, PacketDraft } from '#features/packets/contract.ts';
import { groupsOf, suggest } from '#features/packets/suggest-rules.ts';
import { memoryMb } from './costs.ts';
import { bounded } from './figures.ts';
import type { Filled } from './filled.ts';
import type { Person } from './instance.ts';
import type { Row } from './report.ts';
import { median } from './rounds.ts';

type Size = { items: number; pictures: number };
const titles = {
  ...{ tag: (tag: string) => tag, month: (month: string) => month, goal: 'Goals' },
  ...{ shoutout: 'Shoutouts', vouch: 'Vouches' },
};

const [small, large]: Size[] = [
  { items: 30, pictures: 0 },
  { items: 300, pictures: 100 },
];

export async function packetRows({ instance, database, reader }: Filled, times: number): Promise<Row[]> {
  const call = callsOf(instance.url, reader);
  const from = new Date(Date.now() - 3600 * 86_400_000).toISOString().slice(0, 10);
  const period = { from, to: new Date().toISOString().slice(0, 10) };
  const material = (await (
    await call(`/api/packets/material?from=${period.from}&to=${period.to}`)
  ).json()) as Material;
  const suggestionMs = await typical(times, () => {
    suggest(
      material,
      groupsOf(material, titles, (at) => at.slice(0, 7)),
      'Ten years',
    );
    return Promise.resolve();
  });
  const rows = [
    bounded(`a suggestion from ${material.entries.length.toLocaleString('en')} entries`, suggestionMs, 'ms', {
      ...{ aim: 50, floor: 100 },
    }),
  ];
  const ids = material.entries.map(({ id }) => id);
  await addPictures(ids.slice(0, large!.pictures), instance.url, reader);
  for (const size of [small!, large!]) {
    const { id, path } = await publish(call, draftOf(ids, size, period));
    const page = await typical(times, async () => void (await (await fetch(instance.url + path)).text()));
    const name = `of a packet with ${size.items} items and ${size.pictures} pictures`;
    rows.push(bounded(`the page ${name}`, page, 'ms', { aim: 100, floor: 200 }));
    const before = memoryMb(instance.pid, database) ?? 0;
    let most = before;
    const watch = new AbortController();
    const watching = (async () => {
      while (!watch.signal.aborted) {
        most = Math.max(most, memoryMb(instance.pid, database) ?? 0);
        await pause(50);
      }
    })();
    const ms = await typical(Math.min(times, 3), async () => {
      const response = await call(`/api/packets/${id}/pdf`);
      if (!response.ok) throw new Error(`The PDF returned ${response.status}.`);
      await response.arrayBuffer();
    });
    watch.abort();
    await watching;
    rows.push(
      bounded(`the PDF ${name}`, ms, 'ms', { aim: 5_000, floor: 10_000 }),
      bounded(`memory for the PDF ${name}`, most - before, 'MB', { aim: 150, floor: 200 }),
    );
  }
  return rows;
}

type Sent = Pick<RequestInit, 'method' | 'body'> & { headers?: Record<string, string> };
type Call = (path: string, sent?: Sent) => Promise<Response>;

const callsOf =
  (url: string, { cookie }: Person): Call =>
  (path, sent = {}) =>
    fetch(url + path, { ...sent, headers: { cookie, origin: url, ...sent.headers } });

async function typical(times: number, work: () => Promise<void>): Promise<number> {
  const durations: number[] = [];
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    await work();
    durations.push(performance.now() - began);
  }
  return median(durations);
}

function draftOf(ids: readonly string[], { items }: Size, period: PacketDraft['period']): PacketDraft {
  const chosen = ids.slice(0, items).map((id) => ({ kind: 'entry' as const, id, note: '', files: true }));
  const group = (title: string, from: number, to: number) => ({
    ...{ title, line: 'What mattered of it.', items: chosen.slice(from, to) },
  });
  const half = items / 2;
  return {
    ...{ title: 'Ten years', period, introduction: 'An introduction.' },
    groups: [group('The first half', 0, half), group('The second half', half, items)],
  };
}

async function publish(call: Call, draft: PacketDraft): Promise<{ id: string; path: string }> {
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as { link: { url: string } | null };
  };
  const id = randomUUID();
  await send('/api/packets', { id, draft });
  const { link } = await send(`/api/packets/${id}/publish`, {});
  return { id, path: new URL(link!.url).pathname };
}

/** Attaches a photo to each of these entries. */
async function addPictures(entries: readonly string[], url: string, person: Person): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const photo = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: 'gray', noise } })
    .blur(3)
    .jpeg()
    .toBuffer();
  const call = callsOf(url, person);
  for (const [at, entry] of entries.entries()) {
    const form = new FormData();
    form.set('check_in_id', entry);
    form.set('id', randomUUID());
    form.set('file', new Blob([new Uint8Array(photo)]), `photo ${at}.jpg`);
    const response = await call('/api/storage/log-files', { method: 'POST', body: form });
    if (!response.ok) throw new Error(`An upload returned ${response.status}: ${await response.text()}`);
  }
}
