// Simulates dragging, dropping and pasting files, with the events that a browser dispatches.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { fixture } from './screen.ts';

type FileData = { name: string; mimeType: string; base64: string };
type DragStep = 'dragenter' | 'dragover' | 'drop';

function fileData(names: string[], mimeType: string, renamed?: string): FileData[] {
  return names.map((name) => ({
    name: renamed ?? name,
    mimeType,
    base64: readFileSync(fixture(name)).toString('base64'),
  }));
}

/** Drags files from the fixtures over the page. `steps` are the events to dispatch, in order. */
export async function dragFiles(page: Page, names: string[], steps: DragStep[]): Promise<void> {
  const files = fileData(names, 'image/png');
  await page.evaluate(
    ({ files, steps }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, mimeType, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const target = document.elementFromPoint(200, 200) ?? document.body;
      for (const step of steps) {
        target.dispatchEvent(new DragEvent(step, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    { files, steps },
  );
}

export const dropFiles = (page: Page, names: string[]) =>
  dragFiles(page, names, ['dragenter', 'dragover', 'drop']);

/** Pastes a picture and, if given, text alongside it. Returns whether the page left the paste to the browser. */
export async function pastePicture(page: Page, text?: string): Promise<boolean> {
  const files = fileData(['photo.png'], 'image/png', 'image.png');
  return page.evaluate(
    ({ files, text }) => {
      const clipboardData = new DataTransfer();
      for (const { name, mimeType, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        clipboardData.items.add(new File([bytes], name, { type: mimeType }));
      }
      if (text !== undefined) clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      return (document.activeElement ?? document.body).dispatchEvent(event);
    },
    { files, text },
  );
}

export const fileOf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

const rate = 8000;

/** A WAV file with a one-second tone: 16-bit samples, mono. */
export function sound(name: string) {
  const samples = Buffer.alloc(rate * 2);
  for (let i = 0; i < rate; i++)
    samples.writeInt16LE(Math.round(8000 * Math.sin((i * 440 * 2 * Math.PI) / rate)), i * 2);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([header, samples]) };
}
