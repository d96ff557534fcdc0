import { knownTimeZone } from '#platform/clock/time-zone.ts';

/** The zone of a report: the requested one if it is known, else that of the profile, else UTC. */
export function reportZone(requested: string | undefined, profile: string | null | undefined): string {
  return knownTimeZone(requested) ?? knownTimeZone(profile) ?? 'UTC';
}
