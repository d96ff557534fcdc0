// Progress of a save: 20 while the entry is being written, 40 once it is stored, up to 60 by uploaded bytes, then 70,
// 85 and 100.

/** How long the completed card and the toast stay on screen, in milliseconds. */
export const savedForMs = 500;

export const steps = {
  writing: 20,
  written: 40,
  uploaded: 60,
  shoutout: 70,
  notified: 85,
  done: 100,
} as const;

/** Progress between 40 and 60, by the share of bytes sent. A failed file counts as sent. */
export function uploadProgress(files: { size: number; sent: number }[]): number {
  const all = files.reduce((sum, file) => sum + file.size, 0);
  const sent = files.reduce((sum, file) => sum + Math.min(file.sent, file.size), 0);
  const share = all === 0 ? 1 : sent / all;
  return Math.round(steps.written + (steps.uploaded - steps.written) * share);
}
