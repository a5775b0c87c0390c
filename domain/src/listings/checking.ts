import { directionOverride, fieldMessages, tooLong } from '../http/messages.ts'
import { isEmail, isWebAddress } from '../text/addresses.ts'
import { hasDirectionOverride, isBlank } from '../text/characters.ts'
import type { Availability, ContactChoice } from './choices.ts'
import type { ListingContent } from './content.ts'
import { listingLimits, listingMessages } from './limits.ts'

/**
 * The stage at which a rule applies. A draft may be incomplete, but its content must follow formats and limits
 * (LVAL-40). Missing content prevents submission, and missing staff content prevents approval (LVAL-15).
 */
export const ruleKinds = ['format', 'missing', 'approval'] as const
export type RuleKind = (typeof ruleKinds)[number]

export interface CheckContext {
  isGovernmentCloud: boolean
  /** SECURITY_AND_COMPLIANCE_ENABLED: without it the questionnaire isn't shown (SEC-01). */
  securityEnabled: boolean
  /** The keys of the versions the listing may name: published or in review. */
  versionKeys: readonly string[]
  /** The option chosen in the form before any region or country is selected. */
  availability?: Availability | null
  contact?: ContactChoice | null
}

/** The violation of one rule. */
export interface Violation {
  /** Wire path: `website_link.url`, `feature_bullets.1`. */
  path: string
  kind: RuleKind
  message: string
}

export type Check = (content: ListingContent, context: CheckContext) => (Violation | null)[]

export const missing = (
  path: string,
  isMissing: boolean,
  message: string = fieldMessages.required,
): Violation | null => (isMissing ? { path, kind: 'missing', message } : null)

export const broken = (path: string, isBroken: boolean, message: string): Violation | null =>
  isBroken ? { path, kind: 'format', message } : null

/** Reports what staff must add before they approve. */
export const forApproval = (path: string, isMissing: boolean): Violation | null =>
  isMissing ? { path, kind: 'approval', message: fieldMessages.required } : null

/** Checks the text as stored, without surrounding spaces. */
export const longerThan = (path: string, text: string, max: number): Violation | null =>
  broken(path, text.trim().length > max, tooLong(max))

export const requiredText = (path: string, text: string, max: number): (Violation | null)[] => [
  missing(path, isBlank(text)),
  longerThan(path, text, max),
]

/** Checks a name or another text of one line. */
export const line = (path: string, text: string, max: number): (Violation | null)[] => [
  longerThan(path, text, max),
  broken(path, hasDirectionOverride(text), directionOverride),
]

export const requiredLine = (path: string, text: string, max: number): (Violation | null)[] => [
  missing(path, isBlank(text)),
  ...line(path, text, max),
]

export const email = (path: string, text: string): (Violation | null)[] => [
  ...line(path, text, listingLimits.email),
  broken(path, !isBlank(text) && !isEmail(text), fieldMessages.email),
]

export const url = (path: string, text: string): (Violation | null)[] => [
  ...line(path, text, listingLimits.url),
  broken(path, !isBlank(text) && !isWebAddress(text), fieldMessages.url),
]

export const answered = (path: string, answer: boolean | null): Violation | null =>
  missing(path, answer === null)

export const known = <Id>(path: string, chosen: readonly Id[], list: readonly Id[]): Violation | null =>
  broken(
    path,
    chosen.some((id) => !list.includes(id)),
    listingMessages.unknownChoice,
  )

export const toIds = (list: readonly { id: number }[]): number[] => list.map(({ id }) => id)
