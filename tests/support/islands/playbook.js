// The built script of the playbook, for tests of routes.
export const tested = true;
