// For clients that insert the row of a file after its upload: the upload has already stored the row, so this finds it.
import { displayName } from './file-name.ts';

type Sent = { file_name: string; file_size: number };

/** The newest of the stored files with this name and size. */
export function uploadedFile<Row extends Sent & { created_at: string }>(
  stored: readonly Row[],
  sent: Sent,
  longestName: number,
): Row | undefined {
  const name = displayName(sent.file_name, longestName);
  return stored
    .filter((file) => file.file_name === name && file.file_size === sent.file_size)
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0];
}
