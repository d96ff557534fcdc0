// For the feature that makes signed proofs: what a reference confirmed, and the state of a vouch.
export { confirmedVouch, publicIdOf, verifiedVouches } from '../confirmed-store.ts';
export { vouchUsage } from '../file-store.ts';
