import type { NextStep } from '@trestle/domain/apps/contract.ts'
import {
  describeNextStep,
  findNextStep,
  type AppProgress,
  type Reader,
} from '@trestle/domain/apps/nextStep.ts'
import { waitsForActivation } from '@trestle/domain/listings/transitions.ts'
import { numberedBy, type Numbered } from '@trestle/domain/manifests/versions.ts'
import { readTogether, type Results } from '../db/readTogether.ts'
import type { Db } from '../db/schema.ts'
import { latestListings, listingLabels } from './listings.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { selectProgress, selectProgressOfApp, selectStates, type AppIds, type ProgressRow } from './store.ts'

export { selectProgressOfApp, type AppIds, type ProgressRow }

const numbered = (version: number | null, semantic: string | null, settings: Settings): Numbered | null =>
  version === null ? null : numberedBy({ version, semantic_version: semantic }, settings.SEMANTIC_VERSIONS)

function findHidingSwitch(row: ProgressRow): AppProgress['hiddenBy'] {
  if (!row.marketplace_enabled) return 'app'
  return row.is_live === false ? 'listing' : null
}

function toProgress(row: ProgressRow, settings: Settings, listing: AppProgress['listing']): AppProgress {
  const areApplicationsEnabled = settings.LISTING_APPLICATIONS_ENABLED
  const production = numbered(row.production_number, row.production_semantic, settings)
  return {
    isGovernmentCloud: settings.GOV_CLOUD,
    sandbox: row.sandbox_status,
    newestSandbox: numbered(row.sandbox_number, row.sandbox_semantic, settings),
    newestProduction: production && {
      ...production,
      state: row.production_state,
      in_review_at: row.production_in_review_at,
      rejected_at: row.production_rejected_at,
    },
    listing,
    listingInReviewAt: row.marketplace_listing_in_review_at,
    waitsForActivation: waitsForActivation(row, { areApplicationsEnabled }),
    areApplicationsEnabled,
    hiddenBy: findHidingSwitch(row),
    offersOlderVersion: row.listed_key !== null && row.listed_key !== row.production_key,
  }
}

interface LoadedProgress {
  progress: Map<number, AppProgress>
  /** The states of the apps' listings; apps without a listing are omitted. */
  labels: Map<number, string>
}

/** Selects the data of these apps that `toLoadedProgress` needs. */
export const selectAllProgress = (db: Db, appIds: AppIds) => ({
  states: selectStates(db, appIds),
  progress: selectProgress(db, appIds),
})

const read = readTogether((db, appIds: readonly number[]) => selectAllProgress(db, appIds))

/** Returns the progress of apps, which determines their next steps. */
export function toLoadedProgress(
  { settings }: Pick<Services, 'settings'>,
  { states, progress }: Results<ReturnType<typeof selectAllProgress>>,
): LoadedProgress {
  const listings = latestListings(states)
  return {
    progress: new Map(
      progress.map((row) => [row.id, toProgress(row, settings, listings.get(row.id) ?? null)]),
    ),
    labels: listingLabels(states),
  }
}

/** Loads the progress of these apps. */
export async function loadProgress(
  db: Db,
  services: Pick<Services, 'settings'>,
  appIds: readonly number[],
): Promise<LoadedProgress> {
  if (appIds.length === 0) return { progress: new Map(), labels: new Map() }
  return toLoadedProgress(services, await read(db, appIds))
}

/** Returns the next step of an app from its progress and its latest listing. */
export const nextStepFrom = (
  { settings }: Pick<Services, 'settings'>,
  row: ProgressRow,
  listing: AppProgress['listing'],
): NextStep => findNextStep(toProgress(row, settings, listing))

/** Loads the next step of one app. */
export async function loadNextStep(
  db: Db,
  services: Pick<Services, 'settings'>,
  appId: number,
): Promise<NextStep> {
  const { progress } = await loadProgress(db, services, [appId])
  const own = progress.get(appId)
  if (!own) throw new Error(`App ${appId} not found`)
  return findNextStep(own)
}

/** Returns a next step as a paragraph of an email to its reader. */
export function nextStepText(step: NextStep, reader: Reader): string {
  const sentences = describeNextStep(step, reader, (at) => at.slice(0, 10))
  return sentences === null ? '' : `What's next: ${sentences.map(({ text }) => text).join(' ')}`
}
