// The lists that bench/lists.ts measures, with their filters, sorts and searches.
import { developerSorts } from '@trestle/domain/accounts/sorts.ts'
import { adminAppSorts, reviewQueueSorts } from '@trestle/domain/apps/sorts.ts'
import { oauthApplicationSorts } from '@trestle/domain/credentials/sorts.ts'
import { appOfVersions } from './manyRows.ts'

/** Searches whose matches or near matches grow with the data. Up to 10,000 are read, so their limit is in ms. */
type Grows = 'grows'
export type ListCase = [query: object, grows?: Grows]

const sortedBy = (sorts: readonly string[]) => sorts.map((sort) => ({ sort }))
const filtered = (filters: object, ...more: object[]) =>
  (more.length > 0 ? more : [{}]).map((m) => ({ filters, ...m }))
const appSorts = sortedBy(adminAppSorts)
// Part of one app's name, part of an email address, part of forty app names, and a string without matches.
const searches = ['uokk', 'wei471@sum', 'eppeli', 'no such text'].flatMap((search) => filtered({ search }))
// Most apps of one kind, slightly more than are counted, and a few of many that have the same parts.
const growing = ['harbour', 'le', 'harbour ledger', '00007', 'dge ledger 00047']
// A text that one in 20 apps has in the middle of a word, and one that one in ten has in its owner's name.
const folded = ['工地', '系', '工地管理系统', 'bjorn', 'björn okafor']
// Texts that one in 170, 90, 90, 40, 30, 25 and 15 apps contain, as words and within words.
const shares = [
  'ara.okafor1',
  'y ledger',
  'amara okafor',
  'a.okafor1',
  'er ledger',
  'r ledger 0',
  'lindqvist1',
]

const queries = (...all: object[]): ListCase[] => all.map((query) => [query])
/** The measured queries of each list. */
export const listCases: Record<string, ListCase[]> = {
  'admin/developer_apps': [
    ...queries(
      {},
      ...filtered({ with_deleted: true }, {}, ...appSorts),
      ...filtered({ in_review: true }, {}, ...appSorts),
      ...filtered({ in_review: true, with_deleted: true }),
      ...filtered({ owner_id: [1500] }),
      ...filtered({ owner_id: Array.from({ length: 100 }, (_, n) => 1100 + n) }, {}, { sort: 'owner' }),
      ...appSorts,
      ...searches,
      ...filtered({ search: 'eppeli', in_review: true }),
      ...filtered({ search: 'eppeli', with_deleted: true }, { sort: 'owner' }),
    ),
    ...[...growing, ...shares, ...folded].map((search): ListCase => [{ filters: { search } }, 'grows']),
    ...['internal_name', '-internal_name', 'owner'].map((sort): ListCase => [
      { filters: { search: 'harbour ledger' }, sort },
      'grows',
    ]),
  ],
  'admin/review_queue': queries(
    {},
    ...sortedBy(reviewQueueSorts),
    ...filtered({ in_review: false }, {}, ...sortedBy(reviewQueueSorts)),
    ...filtered({ search: 'eppeli' }),
  ),
  'admin/oauth_applications': [
    ...queries(
      ...['production', 'sandbox'].flatMap((environment) =>
        [
          {},
          ...sortedBy(oauthApplicationSorts),
          ...searches,
          ...filtered({ name: 'eppeli' }),
          ...filtered({ uid: environment === 'sandbox' ? 'sabcd' : 'abcd' }),
        ].map((query) => ({ environment, ...query })),
      ),
    ),
    [{ filters: { search: 'harbour' } }, 'grows'],
    [{ filters: { search: '工地' } }, 'grows'],
  ],
  'admin/developers': [
    ...queries({}, ...sortedBy(developerSorts)),
    ...queries(...['wei471@sum', 'da santos', 'no such text'].flatMap((search) => filtered({ search }))).map(
      ([query], index): ListCase => (index === 1 ? [query, 'grows'] : [query]),
    ),
  ],
  'admin/audit_events': [
    ...queries(
      {},
      ...filtered({ actor_id: 1500 }),
      ...filtered({ app_id: 1500 }),
      ...filtered({ action: 'version.saved' }),
      ...filtered({ subject_type: 'app' }),
      ...filtered({ from: '2026-10-30', to: '2026-10-30' }),
      ...filtered({ action: 'app.deleted', from: '2026-10-29', to: '2026-10-31' }),
      // An actor's and an app's events, with another filter. Even the smaller log has a page of them.
      ...[{ actor_id: 1500 }, { app_id: 1500 }].flatMap((narrow) =>
        [
          { action: 'version.saved' },
          { subject_type: 'app_version' },
          { subject_type: 'app' },
          { action: 'version.saved', from: '2025-10-01', to: '2025-10-31' },
        ].flatMap((more) => filtered({ ...narrow, ...more }, { per_page: 5 })),
      ),
      ...filtered({ actor_id: 1500, app_id: 1500 }, { per_page: 1 }),
      ...filtered({ actor_id: 1500, app_id: 1501 }),
      ...filtered({ action: 'version.saved', subject_type: 'app_version' }),
      ...filtered({ action: 'version.saved', subject_type: 'app' }),
      ...filtered({ action: 'version.saved', subject_type: 'app', from: '2025-10-01', to: '2025-10-31' }),
      ...filtered({ search: 'request-777' }),
    ),
    // One developer, who has 46 times the events in the larger log.
    [{ filters: { search: 'wei471@sum' } }, 'grows'],
    [{ filters: { search: 'harbour' } }, 'grows'],
    [{ filters: { search: '工地' } }, 'grows'],
  ],
  'marketplace/apps': [
    ...queries(...filtered({ search: 'zeppelin' }), ...filtered({ search: 'no such app' })),
    [{ filters: { search: 'listing' } }, 'grows'],
    [{ filters: { search: 'plans' } }, 'grows'],
  ],
  'resource_groups/aggregated_changelog': queries({}, ...filtered({ search: 'zeppelin' })),
  notifications: queries({}, ...filtered({ unread: true })),
  'admin/notifications': queries({}),
  manifests: queries(...filtered({ developer_app_id: appOfVersions })),
}
