import { eventOutcomes, type EventOutcome } from '@trestle/domain/oauth/events.ts'

/** What the address says about the list of decisions: whether it is open, and which outcome it shows. */
export const decisionViews = ['closed', 'all', ...eventOutcomes] as const
export type DecisionView = 'closed' | 'all' | EventOutcome
