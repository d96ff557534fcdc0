/** Requests of one API token (R-N1): how many within how many minutes. */
export const apiTokenLimits = {
  reads: { max: 600, minutes: 1 },
  writes: { max: 60, minutes: 1 },
};
