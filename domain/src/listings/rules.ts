import { refuse, type Decision } from '../http/errors.ts'
import { groupByPath } from '../http/groupByPath.ts'
import type { Check, Violation, RuleKind, CheckContext } from './checking.ts'
import {
  appTab,
  contactTab,
  featuresTab,
  linksTab,
  mediaTab,
  regionsTab,
  requirementsTab,
  staffFields,
  supportTab,
  toolsTab,
} from './checks.ts'
import type { ListingContent } from './content.ts'
import { listingMessages } from './limits.ts'
import { showsAnswers } from './questionnaire.ts'
import { securityTab } from './securityChecks.ts'

export const listingTabs = [
  'app',
  'regions',
  'links',
  'features',
  'support',
  'tools',
  'requirements',
  'contact',
  'media',
  'security',
] as const
export type ListingTab = (typeof listingTabs)[number]

/** A tab, or the fields that only staff see, which are below every tab. */
const listingSections = [...listingTabs, 'staff'] as const
export type ListingSection = (typeof listingSections)[number]

/** The kinds of rules that each step checks. */
const ruleKinds = {
  save: ['format'],
  submit: ['format', 'missing'],
  approve: ['format', 'missing', 'approval'],
} as const satisfies Record<string, readonly RuleKind[]>
export type Step = keyof typeof ruleKinds

export interface Problem extends Violation {
  section: ListingSection
}

/** The rules of each section (LVAL-50), shared by the form, Check listing, Preview and the server. */
const checks: Record<ListingSection, Check> = {
  app: appTab,
  regions: regionsTab,
  links: linksTab,
  features: featuresTab,
  support: supportTab,
  tools: toolsTab,
  requirements: requirementsTab,
  contact: contactTab,
  media: mediaTab,
  security: securityTab,
  staff: staffFields,
}

/** Returns everything that stops a listing from being saved, submitted or approved, in the order of the screen. */
export function findProblems(content: ListingContent, step: Step, context: CheckContext): Problem[] {
  const kinds: readonly RuleKind[] = ruleKinds[step]
  return listingSections.flatMap((section) =>
    checks[section](content, context)
      .filter((found) => found !== null)
      .filter(({ kind }) => kinds.includes(kind))
      .map((found) => ({ ...found, section })),
  )
}

/** Returns the same violations as an API reply: every message under its wire path. */
export function decideContent(
  content: ListingContent,
  step: Step,
  context: CheckContext,
): Decision<ListingContent> {
  const problems = findProblems(content, step, context)
  const [first] = problems
  if (!first) return { ok: true, value: content }
  const fields = groupByPath(problems.map(({ path, message }) => [path, message]))
  const messages: Record<Step, string> = {
    save: first.message,
    submit: listingMessages.checkFailed,
    approve: listingMessages.approvalCheckFailed,
  }
  return { ok: false, refusal: { code: 'invalid_input', message: messages[step], fields } }
}

/**
 * Refuses a newly named version that the app does not offer: one that is neither published nor in review, or belongs
 * to another app.
 *
 * A draft may name a version that no longer exists. Only submission reports it, so that other changes can be saved
 * until then.
 */
export function decideNamedVersion(
  before: string | null,
  named: string | null,
  { versionKeys }: CheckContext,
): Decision<string | null> {
  if (named === null || named === before || versionKeys.includes(named)) return { ok: true, value: named }
  const message = listingMessages.versionNotOffered
  return refuse('invalid_input', message, 'app_version_id')
}

/** Returns the tabs that count for progress (LIST-16). */
const requiredTabs = (content: ListingContent, context: CheckContext): ListingTab[] => [
  'app',
  'media',
  'regions',
  'support',
  'features',
  'contact',
  ...(showsAnswers(content, context.securityEnabled) ? (['security'] as const) : []),
]

/** Returns the percentage of required tabs that are complete (LIST-15, LIST-17). */
export function computeProgress(
  content: ListingContent,
  context: CheckContext,
): { completed: ListingTab[]; required: ListingTab[]; percent: number } {
  const required = requiredTabs(content, context)
  const incomplete = new Set(findProblems(content, 'submit', context).map(({ section }) => section))
  const completed = required.filter((tab) => !incomplete.has(tab))
  return { completed, required, percent: Math.round((completed.length / required.length) * 100) }
}
