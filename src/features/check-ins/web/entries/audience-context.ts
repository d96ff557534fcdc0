import { createContext, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import type { CheckIn } from '../../contract.ts';

type Shared = { entry: CheckIn & { manager_email: string }; scope: Scope };

/** Renders who can see a shared entry (R-E8). The page provides it, because entries know nothing of teams. */
export const AudienceContext = createContext<((shared: Shared) => ReactNode) | undefined>(undefined);
