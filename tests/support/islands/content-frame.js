// The built script of all content pages, for tests of routes.
export const tested = true;
