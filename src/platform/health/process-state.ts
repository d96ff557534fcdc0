/**
 * What one process is doing, for its health pages. Parts that start after the HTTP server are added when they are ready.
 */
export type ProcessState = {
  /** Set before anything is closed, so that a load balancer sends requests to other processes. */
  isStopping: boolean;
  /** The job worker. */
  worker?: { readonly isRunning: boolean };
  /** The connection to the SMTP server, if one is set. */
  transport?: { readonly lastOutcome: 'sent' | 'refused' | 'failed' | undefined };
};
