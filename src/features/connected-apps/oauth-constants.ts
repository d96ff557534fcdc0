/** Where the authorization server has its endpoints. Programs find them by its metadata. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  registration: '/oauth/register',
  jwks: '/oauth/jwks',
} as const;

/** Where apps read about a resource, followed by its path (RFC 9728). */
export const metadataPath = '/.well-known/oauth-protected-resource';
