// The product's own builds, with all texts in the pseudo-locale. The mode says which part is built.
import { defineConfig, mergeConfig, type UserConfig } from 'vite';
import cli from '../../vite.cli.config.ts';
import islands from '../../vite.islands.config.ts';
import product from '../../vite.config.ts';
import worker from '../../vite.worker.config.ts';
import { pseudoLocale } from './plugin.ts';

export default defineConfig((env) => {
  const parts: Record<string, UserConfig> = { cli, islands, worker };
  const config = parts[env.mode] ?? product({ ...env, mode: 'production' });
  return mergeConfig(config, { mode: 'production', plugins: [pseudoLocale] });
});
