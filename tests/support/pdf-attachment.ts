import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The first attachment, as Poppler reads it. */
export async function attachmentOf(bytes: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  try {
    const [pdf, attachment] = [join(folder, 'file.pdf'), join(folder, 'attachment')];
    await writeFile(pdf, bytes);
    execFileSync('pdfdetach', ['-save', '1', '-o', attachment, pdf]);
    return await readFile(attachment);
  } finally {
    await rm(folder, { recursive: true });
  }
}
