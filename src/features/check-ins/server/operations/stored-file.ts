// For the feature that publishes entries: the file of an entry, as its owner may see it.
export { fileForViewer } from '../file-store.ts';
