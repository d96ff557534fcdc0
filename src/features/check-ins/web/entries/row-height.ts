/** Measured height of all rows so far, in pixels. Their average is the estimate for unrendered rows. */
const measured = { rows: 1, height: 66 };

/** Measured heights of chunks in pixels, by month and number. Includes those of the same page before a reload. */
export const chunkHeights = new Map<string, number>();

export function noteHeight(rows: number, height: number): void {
  measured.rows += rows;
  measured.height += height;
}

/** The expected height of this many rows, in pixels. */
export function estimateHeight(rows: number): number {
  return (rows * measured.height) / measured.rows;
}
