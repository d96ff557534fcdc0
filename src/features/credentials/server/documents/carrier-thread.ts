// A thread that draws the picture of a credential, or writes its PDF, and ends.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { badgeDrawing } from './badge-drawing.ts';
import { credentialPdf, type PdfParts } from './credential-pdf.ts';

export type CarrierJob =
  | { kind: 'drawing'; parts: Pick<PdfParts, 'claim'> }
  | { kind: 'pdf'; parts: PdfParts };

// On Linux, a priority belongs to a thread. Elsewhere, it would slow down the whole process.
if (process.platform === 'linux') setPriority(0, 10);
const job = workerData as CarrierJob;
const made = new Uint8Array(
  job.kind === 'pdf' ? await credentialPdf(job.parts) : Buffer.from(badgeDrawing(job.parts.claim)),
);
parentPort!.postMessage(made, [made.buffer]);
