import type { LucideIcon } from 'lucide-react';
import type { Scope } from '../reader/scope.ts';

/** Pages that commands lead to. Each resolves when the page is shown. */
export type Places = {
  home: () => Promise<void>;
  /** A tab of the dashboard, by its id. */
  tab: (id: string) => Promise<void>;
};

/** A command of the palette. */
export type FeatureCommand = {
  id: string;
  label: string;
  /** Other search terms for the command. */
  keywords?: string;
  Icon: LucideIcon;
  /** Who has it. Default: everyone, guests included. */
  needs?: 'account' | 'plan';
  onChoose: (to: Places) => void | Promise<void>;
};

/** What a feature adds to the app after the first page is shown. */
export type LaterFeature = {
  /** In display order. */
  commands?: readonly FeatureCommand[];
  /** The keys of queries that work offline: their responses are kept in the browser. */
  offline?: (scope: Scope) => readonly (readonly unknown[])[];
};
