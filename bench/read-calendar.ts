// A process of the benchmark: writes a large calendar, reads it into suggestions, and prints how long that took, and the most
// memory that it used beyond what the program uses without any file.
import { createWriteStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formats } from '#features/imports/web/formats/list.ts';
import { runImport } from '#features/imports/web/worker/run-import.ts';

export type ReadCalendar = { seconds: number; megabytes: number; found: number; bytes: number };

const now = Date.parse('2026-11-26T12:00:00Z');
const dayMs = 86_400_000;
const wanted = 50e6;
/** As long as invitations of companies are. */
const description = 'DESCRIPTION:Join the call with the link in the invitation\\, or by phone.\\n'.repeat(8);

const stampOf = (at: number) => new Date(at).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');

/** Meetings of ten years with attendees: each twentieth is a weekly series, each thirtieth was canceled. */
function* calendar(): Generator<string> {
  yield 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Work\r\n';
  let written = 0;
  for (let n = 0; written < wanted; n++) {
    const at = now - ((n * 7919) % 3650) * dayMs - (n % 8) * 3_600_000;
    const event = [
      ...[
        'BEGIN:VEVENT',
        `UID:${n}@calendar.example`,
        `DTSTART:${stampOf(at)}`,
        `DTEND:${stampOf(at + 1_800_000)}`,
      ],
      ...[`SUMMARY:Meeting ${n} about the plan`, description],
      ...Array.from(
        { length: 4 },
        (_, who) => `ATTENDEE;PARTSTAT=ACCEPTED;CN=Person ${who}:mailto:person${who}@example.com`,
      ),
      ...(n % 20 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=30'] : []),
      ...(n % 30 === 1 ? ['STATUS:CANCELLED'] : []),
      'END:VEVENT\r\n',
    ].join('\r\n');
    written += event.length;
    yield event;
  }
  yield 'END:VCALENDAR\r\n';
}

const path = process.argv[2]!;
await pipeline(Readable.from(calendar()), createWriteStream(path));
globalThis.gc?.();
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
const file = new File([await openAsBlob(path)], 'work.ics');
const began = performance.now();
const { found } = await runImport({
  format: formats.calendar,
  files: [file],
  options: {
    timeZone: 'Europe/Berlin',
    from: new Date(now - 365 * dayMs).toISOString(),
    to: new Date(now).toISOString(),
    addresses: [],
  },
  now,
  onProgress: () => (most = Math.max(most, process.memoryUsage().rss)),
});
clearInterval(watch);
const result: ReadCalendar = {
  seconds: (performance.now() - began) / 1000,
  megabytes: Math.round((most - before) / 1e6),
  found: found.length,
  bytes: (await stat(path)).size,
};
console.log(JSON.stringify(result));
