// The built script of public pages, for tests of routes.
export const tested = true;
