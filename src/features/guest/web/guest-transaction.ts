// One question to the guest's store, or one change of it: whole or not at all, with faults told as `Problem`s.
import type { IDBPTransaction, StoreNames } from 'idb';
import { Problem } from '#platform/http/client.ts';
import { refusalTexts } from '../texts.ts';
import {
  guestDatabase,
  reopenGuestDatabase,
  type GuestDatabase,
  type GuestSchema,
} from './guest-database.ts';

type Stores = StoreNames<GuestSchema>[];
export type GuestRead = IDBPTransaction<GuestSchema, Stores>;
export type GuestWrite = IDBPTransaction<GuestSchema, Stores, 'readwrite'>;

export const stores: Stores = ['check_ins', 'log_files', 'file_bytes', 'goals', 'meta'];

/** Reads. `work` awaits nothing but the store: a transaction ends when nothing is asked of it. */
export async function readGuest<Answer>(work: (tx: GuestRead) => Promise<Answer>): Promise<Answer> {
  try {
    return await work(await begin((database) => database.transaction(stores)));
  } catch (error) {
    throw problemOf(error);
  }
}

/** A refusal as the server would answer it. */
export function refusal(
  status: number,
  code: string,
  { title, detail }: { title: string; detail?: string },
): Problem {
  return new Problem(status, { code, title, ...(detail && { detail }) });
}

export const invalidInput = (detail: string) =>
  refusal(400, 'invalid_input', { title: 'Something in the request is not as expected.', detail });
export const notFound = () => refusal(404, 'not_found', { title: 'There is nothing here.' });

export async function begin<Tx>(on: (database: GuestDatabase) => Tx): Promise<Tx> {
  const database = await guestDatabase();
  try {
    return on(database);
  } catch (error) {
    if ((error as Error).name !== 'InvalidStateError') throw error;
    return on(await reopenGuestDatabase());
  }
}

export function problemOf(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return error;
  if (error.name === 'QuotaExceededError') return refusal(507, 'storage_full', refusalTexts.storage_full);
  // A newer page has opened the store in another window, and this one no longer knows its shape.
  if (error.name === 'VersionError') return refusal(409, 'page_outdated', refusalTexts.page_outdated);
  const closed = ['InvalidStateError', 'SecurityError', 'UnknownError', 'ReferenceError'];
  return closed.includes(error.name) ? refusal(507, 'storage_closed', refusalTexts.storage_closed) : error;
}
