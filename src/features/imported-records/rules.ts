// What another instance recorded: what is kept of it, and what a page shows. Everything in it is untrusted.
import { dateProblem } from '#platform/clock/past-date.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { ImportedRecord, NewRecord, RecordOutcome } from './contract.ts';

type Row = Record<string, unknown>;

/** The row of an archive. Undefined if it is no JSON object. */
function rowOf(record: string): Row | undefined {
  try {
    const row: unknown = JSON.parse(record);
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Row) : undefined;
  } catch {
    return undefined;
  }
}

const textIn = (row: Row, key: string) => (typeof row[key] === 'string' ? normalizeText(row[key]) : '');

/** An origin as `URL` writes it, or empty. Undefined if it is neither. */
export function originOf(input: string): string | undefined {
  if (input === '') return '';
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin.length > limits.origin) return undefined;
  return url.origin;
}

export type DecidedRecord = Pick<ImportedRecord, 'kind' | 'origin' | 'original_id' | 'at' | 'record'>;

/** The record to keep, or why it is refused. */
export function decideRecord(sent: NewRecord, now: number): DecidedRecord | RecordOutcome {
  const row = rowOf(sent.record);
  if (!row) return 'unreadable';
  const origin = originOf(sent.origin);
  if (origin === undefined) return 'invalid_origin';
  if (sent.kind === 'vouch' && row['status'] !== 'verified') return 'not_verified';
  if (textIn(row, sent.kind === 'vouch' ? 'project_name' : 'message') === '') return 'unreadable';
  const at = new Date(textIn(row, sent.kind === 'vouch' ? 'verified_at' : 'created_at'));
  if (dateProblem(at, new Date(now))) return 'invalid_date';
  const { kind, original_id } = sent;
  return { kind, origin, original_id, at: at.toISOString(), record: sent.record.toWellFormed() };
}

/** How a page names the instance. Empty if the archive did not name it. */
export const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : '');

export type ShownShoutout = { received: boolean; name: string; message: string; excerpt: string };

export function shownShoutout(record: string): ShownShoutout {
  const row = rowOf(record) ?? {};
  const received = row['direction'] !== 'sent';
  return {
    received,
    name: textIn(row, received ? 'sender_name' : 'recipient_email'),
    message: textIn(row, 'message'),
    excerpt: textIn(row, 'excerpt'),
  };
}

export type ShownVouch = {
  project: string;
  reference: string;
  referenceName: string;
  context: string;
  contribution: string;
  statement: string;
  /** When it was verified, in UTC without fractions of a second, as a credential has it. Empty if the record does not say. */
  second: string;
};

export function shownVouch(record: string): ShownVouch {
  const row = rowOf(record) ?? {};
  const referenceName = textIn(row, 'reference_name');
  const verified = Date.parse(textIn(row, 'verified_at'));
  const position = textIn(row, 'confirmed_position') || textIn(row, 'reference_position');
  return {
    project: textIn(row, 'project_name'),
    reference: [referenceName, position, textIn(row, 'reference_department')].filter(Boolean).join(', '),
    referenceName,
    context: textIn(row, 'project_context'),
    contribution: textIn(row, 'individual_contribution'),
    statement: textIn(row, 'statement'),
    second: Number.isNaN(verified) ? '' : `${new Date(verified).toISOString().slice(0, 19)}Z`,
  };
}
