// The built script of the page that checks packets, for tests of routes.
export const tested = true;
