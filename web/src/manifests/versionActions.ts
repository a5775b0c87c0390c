import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import type { HeaderBadge } from '@trestle/domain/manifests/badge.ts'
import {
  reviewActions,
  reviewMoves,
  type ReviewRoles,
  type ReviewMove,
} from '@trestle/domain/manifests/rules.ts'
import type { Tone } from '../ui/Badge.tsx'

/** The colours of the specification, in the palette of the product. */
export const badgeTones: Record<HeaderBadge['color'], Tone> = {
  blue: 'info',
  magenta: 'sandbox',
  green: 'success',
  yellow: 'warning',
  red: 'danger',
}

export type PromotionBlock = 'noVersion' | 'notAllowed' | 'justPromoted' | 'inProduction'

interface PromotionState {
  version: Pick<ManifestVersion, 'promotable'> | undefined
  canModify: boolean
  /** A promotion has happened since this screen was opened. */
  hasPromoted: boolean
  isModalOpen: boolean
}

/** Why a version cannot be promoted now; null when it can (PROM-13, PROM-14). */
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
  move: ReviewMove
  isAllowed: boolean
}

/**
 * The review buttons of a production version (PROM-25, PROM-26).
 *
 * Those who only look on see the developer's button too, dead: that a version can be submitted is no secret.
 */
export function reviewButtons(
  version: Pick<ManifestVersion, 'version' | 'semantic_version' | 'state' | 'submittable'>,
  published: ManifestVersion | null,
  reviewRoles: ReviewRoles,
  isStaffScreen: boolean,
): ReviewButton[] {
  return reviewActions(version, published, {
    ...reviewRoles,
    developer: reviewRoles.developer || !isStaffScreen,
  })
    .filter((move) => move !== 'submit' || version.submittable)
    .map((move) => ({ move, isAllowed: reviewRoles[reviewMoves[move].by] }))
}

/** Lists come newest first, so the first published one is the one on the marketplace. */
export const findPublished = (production: readonly ManifestVersion[]): ManifestVersion | null =>
  production.find((version) => version.state === 'published') ?? null
