/** Every address of the web app (SHELL-40), so that the server can tell a page from a mistyped address. */
export const pagePatterns = [
  '/',
  '/signup',
  '/signin',
  '/forgot_password',
  '/reset_password/:token',
  '/confirm_email/:token',
  '/account',
  '/invitations/:token',
  '/notifications',
  '/notifications/:id',
  '/admin/notifications',
  '/admin/notifications/new',
  '/admin/notifications/:id/edit',
  '/admin/developer_apps',
  '/admin/developer_apps/review_queue',
  '/admin/developer_apps/:id',
  '/admin/developer_apps/:id/sandbox',
  '/admin/developer_apps/:id/marketplace_listing',
  '/admin/developer_apps/:id/performance_metrics',
  '/admin/developer_apps/:id/contacts/new',
  '/admin/developer_apps/:id/contacts/:id/edit',
  '/admin/developer_apps/:id/engagement_report',
  '/admin/developers',
  '/admin/developers/:id/edit',
  '/admin/oauth_applications',
  '/admin/quota_minder',
  '/admin/audit',
  '/developer_apps',
  '/developer_apps/:id',
  '/developer_apps/:id/:tab',
  '/reference',
  '/reference/rest/docs/:page',
  '/reference/rest/changelog',
  '/reference/rest/:group',
  '/documentation',
  '/documentation/:page',
  '/terms_and_conditions',
  '/marketplace',
  '/marketplace/:slug',
] as const

export type PagePattern = (typeof pagePatterns)[number]

/** A row's id. */
const rowNumber = '[1-9]\\d{0,14}'

/** The slug of a public listing. */
const listingSlug = '[a-z0-9-]{1,200}'

const shapes = pagePatterns.map((pattern) => {
  const shape = pattern
    .replaceAll(':id', rowNumber)
    .replaceAll(':slug', listingSlug)
    .replaceAll(/:\w+/g, '[^/]+')
  return { pattern, shape: new RegExp(`^${shape}/?$`) }
})

/**
 * Returns the pattern that matches an address, for logs and reports: the address itself may contain ids, tokens and
 * searches.
 */
export const findPagePattern = (path: string): PagePattern | null =>
  shapes.find(({ shape }) => shape.test(path))?.pattern ?? null

export const isKnownPage = (path: string): boolean => findPagePattern(path) !== null
