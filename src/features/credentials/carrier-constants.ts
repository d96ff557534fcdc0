// Addresses and kinds of what carries a credential, apart from the schemas, so that pages load them without zod.

/** Where proofs of public vouches are, followed by a random id. */
export const proofPath = '/credentials';
/** Describes a proof's picture to other sites. */
export const oembedPath = '/oembed';
/** The page that checks credentials. With `#` and the path of a proof, it checks that one. */
export const verifyPath = '/verify';

/** What a credential can be downloaded as: signed itself (JSON, JWT), or with the signed JSON inside. */
export const forms = ['json', 'jwt', 'png', 'svg', 'pdf'] as const;
export type Form = (typeof forms)[number];

/** Of its picture, in pixels. */
export const pictureSize = { width: 1200, height: 630 } as const;
