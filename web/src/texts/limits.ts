import {
  confirmationHours,
  maxPasswordLength,
  maxPlatformIdDigits,
  minPasswordLength,
  sessionDays,
} from '@trestle/domain/accounts/rules.ts'
import { invitationDays } from '@trestle/domain/collaborators/rules.ts'
import { mediaRules, screenshotLimits, videoLimits } from '@trestle/domain/files/mediaRules.ts'
import { imageLimits } from '@trestle/domain/files/rules.ts'
import { megabytesText } from '@trestle/domain/files/storage.ts'
import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { longestReportMs, reportedDays } from '@trestle/domain/metrics/rules.ts'
import { maxCardSummary } from '@trestle/domain/notifications/rules.ts'
import { previewedMs } from '@trestle/domain/quotas/rules.ts'

/** Returns the ratio of width to height in whole numbers: "16:9". */
function ratioText(ratio: number): string {
  const heights = Array.from({ length: 20 }, (_, index) => index + 1)
  const height = heights.find((each) => Math.abs(Math.round(ratio * each) - ratio * each) < 0.001) ?? 1
  return `${Math.round(ratio * height)}:${height}`
}

/** The limits that texts name. Every text can use them as variables: `{{maxPasswordLength}}`. */
export const limits = {
  minPasswordLength,
  maxPasswordLength,
  maxPlatformIdDigits,
  confirmationHours,
  sessionDays,
  invitationDays,
  maxCardSummary,
  reportedDays,
  longestReportMinutes: longestReportMs / 60_000,
  previewedHours: previewedMs / 3_600_000,
  recommendedTagline: listingLimits.taglineRecommended,
  maxBullet: listingLimits.feature_bullet,
  minImageSide: imageLimits.minSide,
  maxImage: megabytesText(imageLimits.bytes),
  maxLogo: megabytesText(mediaRules.Logo.maxBytes),
  maxScreenshot: megabytesText(mediaRules.Picture.maxBytes),
  maxDocument: megabytesText(mediaRules.Document.maxBytes),
  maxVideo: megabytesText(mediaRules.Video.maxBytes),
  minVideoHeight: videoLimits.minHeight,
  videoFramesPerSecond: videoLimits.framesPerSecond,
  minScreenshot: `${screenshotLimits.minWidth} x ${screenshotLimits.minHeight}`,
  maxScreenshotSize: `${screenshotLimits.maxWidth} x ${screenshotLimits.maxHeight}`,
  narrowestScreenshot: ratioText(screenshotLimits.minAspect),
  widestScreenshot: ratioText(screenshotLimits.maxAspect),
}
