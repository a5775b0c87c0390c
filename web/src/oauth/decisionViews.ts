import { eventOutcomes, type EventOutcome } from '@trestle/domain/oauth/events.ts'

/** The state of the decision list in the address: whether it is open, and which outcome it shows. */
export const decisionViews = ['closed', 'all', ...eventOutcomes] as const
export type DecisionView = 'closed' | 'all' | EventOutcome
