// A thread that makes one PDF or Word file and ends: it takes seconds, in which the process serves others.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { packetPdf } from './packet-pdf.ts';
import { packetWord } from './packet-word.ts';
import type { PacketForm } from './packet-form.ts';

export type FormKind = 'pdf' | 'docx';
export type FormJob = { kind: FormKind; form: PacketForm };

// On Linux, a priority belongs to a thread. Elsewhere, it would slow down the whole process.
if (process.platform === 'linux') setPriority(0, 10);
const { kind, form } = workerData as FormJob;
const made = new Uint8Array(await (kind === 'pdf' ? packetPdf(form) : packetWord(form)));
parentPort!.postMessage(made, [made.buffer]);
