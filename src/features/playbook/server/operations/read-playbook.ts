import { join } from 'node:path';
import * as z from 'zod';
import { readContent } from '#platform/config/content-file.ts';
import type { PlaybookContent } from '../documents/playbook-page.tsx';

const frontMatter = z.strictObject({ title: z.string().min(1).max(80) });

/** Reads the texts of the playbook. `folder`: content/playbook. Throws StartupError, which names the file at fault. */
export function readPlaybook(folder: string): PlaybookContent {
  const read = (name: string) => readContent(join(folder, `${name}.md`), frontMatter);
  return { odds: read('odds'), before: read('before'), answer: read('answer') };
}
