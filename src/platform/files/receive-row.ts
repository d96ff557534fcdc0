// Receives a file whose row belongs to another one, such as an entry or a vouch. Checks permissions and capacity before
// reading the bytes, and again when writing the row, because they may have changed.
import type * as z from 'zod/mini';
import { fieldsFirst } from '../http/problem-texts.ts';
import type { Tx } from '../database/transaction.ts';
import { isRefused, refuse, type Refused, type Step } from '../http/bind.ts';
import type { ObjectToStore, Received, Upload } from './receive-upload.ts';

/** The row of a new file. Sizes in bytes. */
type NewRow = { file_path: string; file_size: number; view_size: number };

type Options<Target, Row, New extends NewRow, Room, Code extends string> = {
  step: Step<'session'>;
  /** The form's fields. */
  schema: z.ZodMiniType<Target>;
  /** The fields that must come before the file. */
  fields: string;
  /**
   * Finds the stored row if the file is sent again, or the room for a new one with this many bytes. `lock`: until the end
   * of the transaction.
   */
  admit: (
    tx: Tx,
    target: Target,
    mode: 'read' | 'lock',
    bytes: number,
  ) => Promise<{ known: Row } | { room: Room } | Refused<Code>>;
  prepare: (
    received: Received,
    target: Target,
  ) => Promise<{ row: New; objects: ObjectToStore[] } | Refused<Code>>;
  /** Undefined if the id is taken. */
  insert: (tx: Tx, row: New, target: Target, room: Room) => Promise<Row | undefined>;
};

/** The two halves of an upload for `uploadReceiver`. */
export function uploadOfRow<
  Target,
  Row extends { file_path: string },
  New extends NewRow,
  Room,
  Code extends string,
>({
  step,
  schema,
  fields: named,
  admit,
  prepare,
  insert,
}: Options<Target, Row, New, Room, Code>): Upload<Row, Code | 'invalid_input' | 'id_taken'> {
  let target: Target;
  return {
    async admit(fields) {
      const { data } = schema.safeParse(fields);
      if (data === undefined) return refuse('invalid_input', { detail: fieldsFirst(named) });
      target = data;
      return step(async ({ viewer, tx }) => {
        const admitted = await admit(tx, target, 'read', 0);
        if (isRefused(admitted)) return admitted;
        return 'known' in admitted ? { answer: admitted.known } : { userId: viewer.userId };
      });
    },
    async prepare(received) {
      const prepared = await prepare(received, target);
      if (isRefused(prepared)) return prepared;
      const { row, objects } = prepared;
      return {
        objects,
        write: () =>
          step(async ({ tx }) => {
            const admitted = await admit(tx, target, 'lock', row.file_size + row.view_size);
            if (isRefused(admitted)) return admitted;
            if ('known' in admitted) return admitted.known;
            return (await insert(tx, row, target, admitted.room)) ?? refuse('id_taken');
          }),
        isNamedBy: (written) => written.file_path === row.file_path,
      };
    },
  };
}
