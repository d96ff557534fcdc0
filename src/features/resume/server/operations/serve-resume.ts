// Signs a URL for the résumé, and serves its bytes to anyone who has the URL.
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { fileLimits } from '#platform/files/file-limits.ts';
import type { SignedUrls } from '#platform/files/signed-urls.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { previewOf } from '../../rules.ts';
import { resumeById, resumeForViewer } from '../store.ts';

export function signResume(urls: SignedUrls) {
  return async (call: {
    viewer: Viewer;
    tx: Tx;
    input: { params: { id: string }; body: { as: 'view' | 'download' } };
  }) => {
    const { viewer, tx, input } = call;
    const { as } = input.body;
    const resume = await resumeById(tx, input.params.id);
    if (!resume) return refuse('not_found');
    const life = as === 'view' ? fileLimits.viewSeconds : fileLimits.downloadSeconds;
    return urls.sign({ id: resume.id, as, viewer: viewer.userId }, life);
  };
}

type Serve = (typeof operations)['GET /api/storage/object/resumes/:id'];

export function serveResume({ files, urls }: { files: FileStore; urls: SignedUrls }) {
  return inSteps<Serve>(async ({ step, input, request, reply }) => {
    const { id } = input.params;
    const { as, viewer, exp, sig } = input.query;
    if (!urls.isValid({ id, as, viewer, exp }, sig)) return refuse('not_found');
    const resume = await step(({ tx }) => resumeForViewer(tx, viewer, id));
    if (!resume) return refuse('not_found');
    if (isRefused(resume)) return resume;
    const stored = {
      path: resume.file_path,
      etag: `"${resume.sha256.toString('hex').slice(0, 32)}"`,
      mime: resume.mime_type,
      preview: previewOf(resume.mime_type),
      name: resume.file_name,
    };
    const sent = await urls.send(files, stored, { as, exp }, request, reply);
    return isRefused(sent) ? refuse('not_found') : sent;
  });
}
