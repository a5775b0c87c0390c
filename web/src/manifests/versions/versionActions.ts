import type { AppPermissions } from '@trestle/domain/apps/contract.ts'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import {
  availableReviewTransitions,
  reviewTransitions,
  type ReviewRole,
  type ReviewTransition,
} from '@trestle/domain/manifests/rules.ts'

export type PromotionBlock = 'noVersion' | 'notAllowed' | 'justPromoted' | 'inProduction'

interface PromotionState {
  version: Pick<ManifestVersion, 'promotable'> | undefined
  canModify: boolean
  /** A version was promoted since the page was loaded. */
  hasPromoted: boolean
  isModalOpen: boolean
}

/** Returns why a version can't be promoted now; null when it can (PROM-13, PROM-14). */
export function promotionBlock({
  version,
  canModify,
  hasPromoted,
  isModalOpen,
}: PromotionState): PromotionBlock | null {
  if (!canModify) return 'notAllowed'
  if (!version) return 'noVersion'
  if (!version.promotable) return 'inProduction'
  return hasPromoted && !isModalOpen ? 'justPromoted' : null
}

export interface ReviewButton {
  transition: ReviewTransition
  isAllowed: boolean
}

/** Only someone with a role on an app sees its pages, and no one reviews their own app (decision 6). */
export const developerReviewRole = ({ canModify }: Pick<AppPermissions, 'canModify'>): ReviewRole =>
  canModify ? 'developer' : null

/**
 * Returns the review buttons of a production version (PROM-25, PROM-26).
 *
 * Users who may not take a step get its button too, disabled: that a version can be submitted is no secret.
 */
export function reviewButtons(
  version: Pick<ManifestVersion, 'version' | 'semantic_version' | 'state' | 'submittable'>,
  published: ManifestVersion | null,
  role: ReviewRole,
  isStaffScreen: boolean,
): ReviewButton[] {
  return availableReviewTransitions(version, published, isStaffScreen ? 'staff' : 'developer')
    .filter((transition) => transition !== 'submit' || version.submittable)
    .map((transition) => ({ transition, isAllowed: reviewTransitions[transition].by === role }))
}

/** Returns the published version on the marketplace: the first one, since lists are newest first. */
export const findPublished = (production: readonly ManifestVersion[]): ManifestVersion | null =>
  production.find((version) => version.state === 'published') ?? null
