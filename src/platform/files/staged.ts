import type { FileStore, StagedFile } from './store.ts';

/** Lets `work` stage files, and discards all of them when it resolves or rejects. */
export async function withStaged<T>(
  files: FileStore,
  work: (stage: FileStore['stage']) => Promise<T>,
): Promise<T> {
  const staged: StagedFile[] = [];
  try {
    return await work(async (bytes, maxBytes) => {
      const file = await files.stage(bytes, maxBytes);
      staged.push(file);
      return file;
    });
  } finally {
    await Promise.all(staged.map((file) => files.discard(file)));
  }
}
