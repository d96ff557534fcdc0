/** Bytes, KB, MB or GB with 2 decimals, in steps of 1024: 1536 is "1.50 KB". */
export function formatBytes(bytes: number): string {
  const units = ['Bytes', 'KB', 'MB', 'GB'] as const;
  let size = Math.max(0, bytes);
  let unit = 0;
  // 1023.996 KB would round to "1024.00 KB", so the rounded figure decides when to use the next unit.
  while (unit < units.length - 1 && Number(size.toFixed(2)) >= 1024) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(2)} ${units[unit]}`;
}
