// Makes what carries a credential to others: pictures with the credential inside, and a PDF. One at a time, and one for each caller.
import { drawPng } from '#platform/files/photo.ts';
import { FairQueue } from '#platform/hashing/fair-queue.ts';
import { bytesFromThread } from '#platform/workers/bytes-from-thread.ts';
import { claimOf } from '../../claim-rules.ts';
import type { VouchCredential } from '../../format-contract.ts';
import { bakePng, bakeSvg } from './bake.ts';
import type { CarrierJob } from './carrier-thread.ts';
import type { PdfParts } from './credential-pdf.ts';

export const pictureTypes = { png: 'image/png', svg: 'image/svg+xml' } as const;
export type PictureKind = keyof typeof pictureTypes;

const timeoutMs = 30_000;
const megabytes = 128;
/** A page of another site can show many pictures at once. Those that wait too long are not begun. */
const queueLimits = { running: 1, runningPerKey: 1, places: 200, placesPerKey: 32 };

// Tests and scripts run the TypeScript sources. The build puts the thread's file next to the server's.
const file = `./carrier-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

const claimIn = (json: string) => claimOf(JSON.parse(json) as VouchCredential);

export class Carriers {
  readonly #queue = new FairQueue(queueLimits);

  /** The picture with the credential inside. Throws `Busy` if too many wait. `caller`: the network or the user. */
  async picture(kind: PictureKind, json: string, caller: string, signal: AbortSignal): Promise<Buffer> {
    const svg = (
      await this.#make({ kind: 'drawing', parts: { claim: claimIn(json) } }, caller, signal)
    ).toString();
    return kind === 'svg' ? Buffer.from(bakeSvg(svg, json)) : bakePng(await drawPng(svg), json);
  }

  pdf(
    { json, ...parts }: Omit<PdfParts, 'claim' | 'issued'>,
    caller: string,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const { proof } = JSON.parse(json) as VouchCredential;
    const all = { ...parts, json, claim: claimIn(json), issued: proof[0].created };
    return this.#make({ kind: 'pdf', parts: all }, caller, signal);
  }

  #make(job: CarrierJob, caller: string, signal: AbortSignal): Promise<Buffer> {
    return this.#queue.enter({ key: caller, isKnown: false }, (turn) =>
      turn(() => bytesFromThread(new URL(file, import.meta.url), job, { timeoutMs, megabytes, signal })),
    );
  }
}
