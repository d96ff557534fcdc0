// What the log says about the credential of a vouch of another instance. `host`: of its issuer.

export const recordTexts = {
  signedBy: (host: string) => `Signed by ${host}. Not checked with it yet.`,
  verifiedBy: (host: string) => `Verified by ${host}`,
  verifiedHint:
    'It signed this text and has not withdrawn it, as it said within the last hour. This Logbook did not verify it.',
  check: (host: string) => `Check with ${host}`,
  checkOf: (host: string, name: string) => `Check with ${host}: ${name}`,
  download: 'Download proof',
  downloadOf: (name: string) => `Download proof: ${name}`,
} as const;
