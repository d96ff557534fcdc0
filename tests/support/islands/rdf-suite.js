// The built script that checks one suite of credentials, for tests of routes.
export const tested = 'suite';
