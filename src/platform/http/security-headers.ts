// The headers of every answer. Pages add the hashes of their inline scripts to the policy; files bring policies of
// their own.

/** The content policy of a page; `scriptHashes` are `'sha256-...'` sources of its inline scripts. */
export function pagePolicy(scriptHashes: string[] = []): string {
  return [
    `default-src 'self'`,
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    // Toasts, the auto-growing textarea and virtual rows set style attributes.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: https:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The policy of the service worker's own requests: it fetches from this origin, and loads no other script. */
export const workerPolicy = `default-src 'none'; connect-src 'self'; frame-ancestors 'none'`;

const shared = {
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

export function securityHeaders(https: boolean): Record<string, string> {
  return https ? { ...shared, 'strict-transport-security': 'max-age=31536000' } : shared;
}
