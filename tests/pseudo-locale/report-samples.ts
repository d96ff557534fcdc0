// Samples of the reports, as their emails contain them.
import { mailTexts } from '#features/reports/document-texts.ts';
import {
  boardHtml,
  boardText,
  type BoardDocument,
} from '#features/reports/server/documents/shoutout-board.tsx';
import {
  rangeOf,
  weekHtml,
  weekText,
  type WeekDocument,
} from '#features/reports/server/documents/week-review.tsx';
import { weekReview } from '#features/reports/rules.ts';
import type { ComposedMail } from '#platform/mail/mailer.ts';

const instanceName = 'Our Logbook';
const appUrl = 'https://logbook.example.com';
const stopUrl = `${appUrl}/mail/stop?to=ada&sign=abc`;
const name = 'Ada Lovelace';
const at = '2026-11-17T10:00:00.000Z';
const days = Array.from({ length: 15 }, (_, day) => Date.parse('2026-11-09') + day * 86_400_000);
const slip = {
  ...{ id: '1', name: 'Grace Hopper', message: 'Thanks for the new import!\nאין כמוה!', created_at: at },
  excerpt: 'Moved the nightly import to the new queue.',
};
const shoutouts = [
  { ...slip, direction: 'received' as const },
  { ...slip, direction: 'sent' as const, name: 'grace@example.org', excerpt: null },
  { ...slip, direction: 'received' as const, excerpt: null },
];
const entry = { id: '1', kind: 'entry' as const, content: slip.excerpt, created_at: at };
const rows = {
  ...{ name, shoutouts },
  days: [1, 8, 10].map((day) => ({ day, entries: day * 3, files: 2, goals: 1, received: 2, given: 1 })),
  entries: [
    { ...entry, emoji: '🚀', files: ['plan.pdf', 'תוכנית.pdf'] },
    { ...entry, emoji: null, kind: 'goal' as const, content: 'לימדתי את הצוות', files: [] },
  ],
  goals: [
    { text: 'Talk to three customers', cadence: 'weekly' as const, completed_at: at, check_in_id: null },
  ],
};
const quiet = { ...rows, days: [], entries: [], goals: [], shoutouts: [] };

export function sampleReports(): [name: string, mail: ComposedMail][] {
  const week = (of: typeof rows): WeekDocument => ({
    review: weekReview({ monday: '2026-11-16', starts: days }, of, [{ tag: 'import', count: 2 }]),
    ...{ timezone: 'Asia/Jerusalem', isCurrent: false, instanceName },
  });
  const board: BoardDocument = { ...{ name, rows: shoutouts, count: 700 }, timezone: 'UTC', instanceName };
  const note = { why: mailTexts.why(name), instanceName, appUrl, stopUrl };
  const frame = { fromName: name, replyTo: null };
  const reviews = [week(rows), week(quiet as typeof rows)].map((of, index): [string, ComposedMail] => [
    `week in review ${index + 1}`,
    {
      ...{ ...frame, subject: mailTexts.weekSubject(name, rangeOf(of.review)) },
      body: { html: weekHtml(of, note), text: weekText(of) },
    },
  ]);
  return [
    ...reviews,
    [
      'shoutout board',
      {
        ...{ ...frame, subject: mailTexts.boardSubject },
        body: { html: boardHtml(board, note), text: boardText(board) },
      },
    ],
  ];
}
