type Id = number | string

/**
 * Query keys of apps. They are shared because versions, credentials, sandboxes, collaborators and listings are parts of
 * an app: saving one refreshes the app, and refreshing `detail` also refreshes what a feature stores below it.
 */
export const appKeys = {
  all: ['apps'] as const,
  lists: () => [...appKeys.all, 'list'] as const,
  list: (query: unknown) => [...appKeys.lists(), query] as const,
  searches: () => [...appKeys.all, 'search'] as const,
  search: (search: string) => [...appKeys.searches(), search] as const,
  staffLists: () => [...appKeys.all, 'staffList'] as const,
  staffList: (query: unknown) => [...appKeys.staffLists(), query] as const,
  reviewQueues: () => [...appKeys.all, 'reviewQueue'] as const,
  waitingReviews: () => [...appKeys.reviewQueues(), 'waiting'] as const,
  reviewQueue: (query: unknown) => [...appKeys.reviewQueues(), query] as const,
  live: (appIds: string[]) => [...appKeys.all, 'live', appIds] as const,
  ownSandbox: () => [...appKeys.all, 'ownSandbox'] as const,
  detail: (id: Id) => [...appKeys.all, 'detail', String(id)] as const,
  staffDetail: (id: Id) => [...appKeys.detail(id), 'staff'] as const,
  option: (id: Id) => [...appKeys.detail(id), 'option'] as const,
  permissions: (id: Id) => [...appKeys.detail(id), 'permissions'] as const,
  deletionEffects: (id: Id) => [...appKeys.detail(id), 'deletionEffects'] as const,
  versionCount: (id: Id) => [...appKeys.detail(id), 'versionCount'] as const,
}
