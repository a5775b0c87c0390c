import type { Browser } from './people.ts'

/** One activity of a person: the requests that a screen sends, in parallel if the screen does so. */
export interface Activity {
  name: string
  /** How frequent this activity is among all activities. */
  weight: number
  run: (browser: Browser) => Promise<unknown>
}

const api = '/api/v1'

/** A working day: people mostly read, move between the pages of their app, and save now and then. */
export const activities: Activity[] = [
  {
    name: 'opens the portal',
    weight: 6,
    run: async (browser) => {
      await browser.get('/developer_apps')
      await browser.get(`${api}/developer_apps`)
    },
  },
  {
    name: 'looks at the list of apps',
    weight: 12,
    run: (browser) => browser.get(`${api}/developer_apps`),
  },
  {
    name: 'opens an app',
    weight: 16,
    run: ({ get, appId }) =>
      Promise.all([get(`${api}/developer_apps/${appId}`), get(`${api}/developer_apps/${appId}/storage`)]),
  },
  {
    name: 'looks at its versions',
    weight: 10,
    run: ({ get, appId }) =>
      Promise.all([
        get(`${api}/manifests?filters[developer_app_id]=${appId}`),
        get(`${api}/developer_apps/${appId}/reviews`),
      ]),
  },
  {
    name: 'saves a version',
    weight: 3,
    run: ({ send, appId, next }) =>
      send('POST', `${api}/app_versioned_manifests`, {
        developer_app_id: appId,
        semantic_version: `1.${next()}.0`,
        manifest: {
          content: {
            schema_version: '4.1',
            fullscreen: { source_url: 'https://app.example.test/board', description: '' },
          },
        },
      }),
  },
  {
    name: 'changes the settings of the app',
    weight: 4,
    run: ({ send, appId, next }) =>
      send('PATCH', `${api}/developer_apps/${appId}`, { internal_name: `Site Sync ${next()}` }),
  },
  {
    name: 'looks at its collaborators',
    weight: 5,
    run: ({ get, appId }) =>
      Promise.all([
        get(`${api}/collaborators?developer_app_id=${appId}`),
        get(`${api}/invitations?developer_app_id=${appId}`),
      ]),
  },
  {
    name: 'looks at its metrics',
    weight: 8,
    run: ({ get, appId }) => get(`${api}/developer_apps/${appId}/metrics_summary`),
  },
  { name: 'reads notifications', weight: 8, run: ({ get }) => get(`${api}/notifications`) },
  {
    name: 'reads the reference',
    weight: 8,
    run: ({ get }) => Promise.all([get('/reference'), get(`${api}/resource_groups`)]),
  },
  { name: 'reads the documentation', weight: 6, run: ({ get }) => get(`${api}/documentation`) },
  {
    name: 'searches the marketplace',
    weight: 8,
    run: ({ get }) =>
      Promise.all([
        get(`${api}/marketplace/apps?filters[search]=site`),
        get(`${api}/marketplace/filter_counts`),
      ]),
  },
  { name: 'checks the account', weight: 2, run: ({ get }) => get(`${api}/account/sessions`) },
  {
    name: 'works through the staff lists',
    weight: 4,
    run: ({ getAsStaff }) =>
      Promise.all([getAsStaff(`${api}/admin/developer_apps`), getAsStaff(`${api}/admin/review_queue`)]),
  },
]
