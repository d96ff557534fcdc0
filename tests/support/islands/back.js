// The built script of the privacy policy, for tests of routes.
export const tested = true;
