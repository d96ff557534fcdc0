import { describe, expect, it } from 'vitest';
import type { BoardSlip } from '../../contract.ts';
import { weekReview } from '../../rules.ts';
import { boardHtml, boardText } from './shoutout-board.tsx';
import { weekHtml, weekText } from './week-review.tsx';

const marks = '\u202e\u2066\u200f';
const instanceName = 'Logbook';
const at = '2026-11-17T10:00:00.000Z';
const slip = (direction: BoardSlip['direction']): BoardSlip => ({
  id: crypto.randomUUID(),
  direction,
  name: `${marks}Bo`,
  message: `${marks}Thanks`,
  excerpt: `${marks}From the log`,
  created_at: at,
});

describe('a report', () => {
  it('contains no marks that change the direction of text, in HTML and plain text', () => {
    const starts = Array.from({ length: 15 }, (_, day) => Date.parse('2026-11-09') + day * 86_400_000);
    const name = `${marks}Ada`;
    const shoutouts = [slip('received'), slip('sent')];
    const review = weekReview(
      { monday: '2026-11-16', starts },
      {
        name,
        days: [{ day: 8, entries: 1, files: 1, goals: 1, received: 1, given: 1 }],
        entries: [
          {
            id: '1',
            kind: 'entry',
            content: `${marks}Shipped`,
            emoji: null,
            created_at: at,
            files: [`${marks}gpj.exe`],
          },
        ],
        goals: [{ text: `${marks}Ship`, cadence: null, completed_at: at, check_in_id: null }],
        shoutouts,
      },
      [{ tag: `${marks}tag`, count: 1 }],
    );
    const week = { review, timezone: 'UTC', isCurrent: true, instanceName };
    const board = { name, rows: shoutouts, count: 2, timezone: 'UTC', instanceName };
    for (const report of [weekHtml(week), weekText(week), boardHtml(board), boardText(board)]) {
      for (const text of ['Ada', 'Thanks', 'From the log']) expect(report).toContain(text);
      expect(report).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    }
  });
});
