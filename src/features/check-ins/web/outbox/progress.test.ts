import { expect, test } from 'vitest';
import { progressLabel } from './progress-label.ts';
import { uploadProgress } from './progress.ts';

test.each([
  [0, 'Saving check-in...'],
  [20, 'Saving check-in...'],
  [21, 'Preparing files...'],
  [40, 'Preparing files...'],
  [41, 'Uploading files...'],
  [60, 'Uploading files...'],
  [70, 'Saving shoutout...'],
  [85, 'Sending notifications...'],
  [99, 'Finalizing...'],
  [100, 'Complete!'],
])('progress %d has the label "%s"', (progress, label) => {
  expect(progressLabel(progress)).toBe(label);
});

test('uploads advance the progress from 40 to 60 by bytes sent', () => {
  expect(uploadProgress([{ size: 100, sent: 0 }])).toBe(40);
  expect(
    uploadProgress([
      { size: 100, sent: 100 },
      { size: 300, sent: 100 },
    ]),
  ).toBe(50);
  // The multipart form adds bytes, so `sent` may exceed the file's size.
  expect(uploadProgress([{ size: 100, sent: 180 }])).toBe(60);
  expect(uploadProgress([])).toBe(60);
});
