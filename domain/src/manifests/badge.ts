import { type ReviewState, reviewStates } from './states.ts'
import { type Numbered, isNewer } from './versions.ts'

export type HeaderAction = 'create_version' | 'promote'
export interface HeaderBadge {
  label: 'Draft' | 'Ready for Testing' | 'Promoted' | 'Approved Version' | 'Under Review' | 'Unknown State'
  color: 'blue' | 'magenta' | 'green' | 'yellow' | 'red'
  actions: readonly HeaderAction[]
}

const draft: HeaderBadge = { label: 'Draft', color: 'blue', actions: ['create_version'] }
const readyForTesting: HeaderBadge = { label: 'Ready for Testing', color: 'magenta', actions: ['promote'] }
const unknownState: HeaderBadge = { label: 'Unknown State', color: 'red', actions: [] }
const productionBadges: Record<ReviewState, HeaderBadge> = {
  confidential: { label: 'Promoted', color: 'green', actions: [] },
  published: { label: 'Approved Version', color: 'green', actions: [] },
  in_review: { label: 'Under Review', color: 'yellow', actions: [] },
}

/** `state` is a string, because the badge must show a state this code does not know (PROM-07). */
export interface Newest {
  newestSandbox: Numbered | null
  newestProduction: (Numbered & { state: string | null }) | null
  isGovernmentCloud: boolean
}

/** Returns the badge for an app's versions (PROM-01 to PROM-08). */
export function headerBadge({ newestSandbox, newestProduction, isGovernmentCloud }: Newest): HeaderBadge {
  if (!isGovernmentCloud && newestSandbox === null) return draft
  if (newestProduction === null) return isGovernmentCloud ? draft : readyForTesting
  if (!isGovernmentCloud && newestSandbox && isNewer(newestSandbox, newestProduction)) return readyForTesting
  const state = reviewStates.find((known) => known === newestProduction.state)
  return state === undefined ? unknownState : productionBadges[state]
}
