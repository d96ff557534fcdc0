// One simple call that adds an entry, from wherever its writer is (R-N1, R-N2). The entry is saved before its files are
// read, so a file that cannot be stored does not lose it.
import type { FastifyRequest } from 'fastify';
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { refusalTexts as entryTexts } from '#features/check-ins/refusal-texts.ts';
import { createCheckIn } from '#features/check-ins/server/operations/create-check-in.ts';
import { dayOf } from '#platform/clock/days.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { FileStore } from '#platform/files/store.ts';
import { openForm, UploadError } from '#platform/files/upload-form.ts';
import { inSteps, isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import { common } from '#platform/http/problem.ts';
import { limits } from '../../constants.ts';
import { captured, type Captured, type operations } from '../../contract.ts';
import { splitEmoji } from '../../rules.ts';
import { timeZoneOf } from '../store.ts';
import { instantFor } from './captured-date.ts';
import { captureIds } from './capture-ids.ts';
import { entryFiles, type StoredFile } from './store-files.ts';

type Operation = (typeof operations)['POST /api/capture'];
type Result = ResponseOf<Operation>;
type Parts = { files: FileStore; appUrl: string; key: Buffer };

export function capture({ files, appUrl, key }: Parts) {
  const storeFiles = entryFiles(files);

  /** Writes the entry. Also returns its ids, from which those of its files follow. */
  const write = (step: Step<'session'>, request: FastifyRequest, { text, emoji, date }: Captured) =>
    step(async ({ tx, viewer }) => {
      const ids = captureIds(key, viewer.userId, keyOf(request));
      if (!ids) return refuse('invalid_key');
      const timeZone = knownTimeZone(await timeZoneOf(tx, viewer.userId)) ?? 'UTC';
      const now = Date.now();
      const created_at = instantFor(date, timeZone, now);
      const requested = { id: ids.of('entry'), ...splitEmoji(text, emoji), created_at };
      const entry = await createCheckIn({ tx, requested, kind: 'entry', now });
      if (isRefused(entry)) return refuse(refusalOf(entry.code));
      const day = dayOf(entry.created_at, timeZone);
      return { ids, id: entry.id, url: `${appUrl}/?from=${day}&to=${day}`, created_at: entry.created_at };
    });

  return inSteps<Operation>(async ({ step, input: { body }, request }) => {
    if (!request.isMultipart()) {
      const written = await write(
        step,
        request,
        typeof body === 'string' ? { text: body } : (body ?? { text: '' }),
      );
      if (isRefused(written)) return written;
      const { ids: _, ...entry } = written;
      return { ...entry, files: [] };
    }
    try {
      const form = await openForm(request, {
        ...{ maxBytes: entryLimits.fileBytes, files: limits.files },
        // Bytes of UTF-8.
        fieldSize: entryLimits.contentInput * 4,
      });
      const { data } = captured.safeParse(form.fields);
      if (!data)
        return refuse('invalid_input', {
          detail: 'The form has `text`, and may have `emoji` and `date`, before its files.',
        });
      const written = await write(step, request, data);
      if (isRefused(written)) return written;
      const { ids, ...entry } = written;
      const stored = await storeFiles(step, form.files, { entry: entry.id, idOf: (at) => ids.of(at) });
      return { ...entry, files: stored.map(fileResult) };
    } catch (error) {
      if (error instanceof UploadError) return refuse('invalid_input');
      throw error;
    }
  });
}

type EntryRefusal = 'id_taken' | 'content_required' | 'content_too_long' | 'invalid_date' | 'too_many_files';

function refusalOf(code: EntryRefusal) {
  if (code === 'too_many_files') throw new Error('The entry announced no files.');
  return code === 'id_taken' ? 'key_reused' : code;
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return Array.isArray(key) ? key.join() : key;
}

const titles: Partial<Record<string, { title: string }>> = { ...common, ...entryTexts };
const fileResult = ({ name, refusal: code }: StoredFile): Result['files'][number] => ({
  name,
  stored: code === undefined,
  problem: code === undefined ? null : { code, title: titleOf(code) },
});
const titleOf = (code: string) => titles[code]?.title ?? common.internal.title;
