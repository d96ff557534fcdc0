/* The built script of public pages, for tests of routes. */
