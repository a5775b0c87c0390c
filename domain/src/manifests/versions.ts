import { compareSemanticVersions } from './numbers.ts'
import type { ReviewState } from './states.ts'

/** The two numbers of a version. The first is a counter; the second exists only where developers choose it. */
export interface Numbered {
  version: number
  semantic_version: string | null
}

export interface Stateful extends Numbered {
  state: ReviewState | null
}

/** Returns whether staff rejected this production version and it hasn't been submitted again. */
export const isRejected = (version: { state: string | null; rejected_at: string | null }): boolean =>
  version.state === 'confidential' && version.rejected_at !== null

/**
 * Returns the version with the numbers in use. With semantic versions turned off, previously chosen numbers are
 * neither shown nor compared (MAN-35).
 */
export const numberedBy = <Version extends Numbered>(version: Version, semanticVersions: boolean): Version =>
  semanticVersions ? version : { ...version, semantic_version: null }

export const versionLabel = (version: Numbered): string => version.semantic_version ?? String(version.version)

/** Returns a positive number when a is newer. A promoted version equals its source, because it keeps both numbers. */
export function compareVersions(a: Numbered, b: Numbered): number {
  if (a.semantic_version !== null && b.semantic_version !== null) {
    return compareSemanticVersions(a.semantic_version, b.semantic_version)
  }
  return Math.sign(a.version - b.version)
}

/** Returns whether a is newer than b. Every version is newer than none. */
export const isNewer = (a: Numbered, b: Numbered | null): boolean => b === null || compareVersions(a, b) > 0

/**
 * Returns whether a version can be submitted: from its promotion until it is in review, published or outdated
 * (PROM-10).
 */
export const isSubmittable = (version: Stateful, published: Numbered | null): boolean =>
  version.state === 'confidential' && isNewer(version, published)

/** Returns whether a version, or its review, can't be approved anymore: a newer one is approved (decision 47). */
export const isSuperseded = (
  version: Numbered & { state: string | null },
  published: Numbered | null,
): boolean => version.state === 'in_review' && !isNewer(version, published)
