// How far a save is: 20 while the entry is written, 40 when it stands, up to 60 by uploaded
// bytes, then 70, 85 and 100.

/** The card stays this long after it is complete, and the toast is shown as long, in milliseconds. */
export const savedForMs = 500;

export const steps = {
  writing: 20,
  written: 40,
  uploaded: 60,
  shoutout: 70,
  notified: 85,
  done: 100,
} as const;

/** Progress between 40 and 60 by bytes sent of all bytes; a file that failed counts as done with. */
export function uploadProgress(files: { size: number; sent: number }[]): number {
  const all = files.reduce((sum, file) => sum + file.size, 0);
  const sent = files.reduce((sum, file) => sum + Math.min(file.sent, file.size), 0);
  const share = all === 0 ? 1 : sent / all;
  return Math.round(steps.written + (steps.uploaded - steps.written) * share);
}
