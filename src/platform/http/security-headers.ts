// The security headers of every response. Pages add the hashes of their inline scripts to the policy; files have their
// own policies.

/** `'sha256-...'` sources of a page's inline scripts and style sheets. */
type Inline = { scripts?: string[]; styles?: string[] };

/**
 * The content security policy of a page. With hashes in `styles`, no other inline style sheet and no style attribute in
 * the HTML applies. Scripts can still set styles of elements.
 */
export function pagePolicy({ scripts = [], styles = ["'unsafe-inline'"] }: Inline = {}): string {
  return [
    `default-src 'self'`,
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    // A guest's text files are read from blob URLs.
    `connect-src 'self' blob:`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The policy of the service worker's own requests: it fetches from this origin and loads no other script. */
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
