import { newId } from '#platform/clock/id.ts';
import type { Caller } from './caller.ts';

/** Adds a shoutout that another instance recorded. */
export async function addRecord(caller: Caller): Promise<void> {
  const record = JSON.stringify({ direction: 'sent', message: 'Thanks', created_at: '2026-01-01T00:00:00Z' });
  const records = [{ kind: 'shoutout', origin: 'https://logbook.example.org', original_id: newId(), record }];
  const { status, text } = await caller.call('POST /api/imported_records', { body: { records } });
  if (status !== 200) throw new Error(`The record was refused with ${status}: ${text}`);
}
