import type { Functions } from '../../database/sql-access.ts';

export const functions: Functions = {
  announce: {},
};
