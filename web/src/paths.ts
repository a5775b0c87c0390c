import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'

/** Every address in the app is built here (SHELL-40, APP-34). */

type Id = number | string

const withQuery = (path: string, query: Record<string, unknown>) => {
  const text = stringifyBrackets(query)
  return text === '' ? path : `${path}?${text}`
}

/** Puts an email to prefill behind the `#`, which browsers don't send to servers. */
const withEmail = (path: string, email: string | undefined) =>
  email === undefined ? path : `${path}#${new URLSearchParams({ email }).toString()}`

export const appTabs = [
  'configurations',
  'versions',
  'settings',
  'oauth_credentials',
  'collaborators',
  'marketplace_listing',
  'metrics',
] as const
export type AppTab = (typeof appTabs)[number]

export const adminAppTabs = ['general', 'sandbox', 'marketplace_listing', 'performance_metrics'] as const
export type AdminAppTab = (typeof adminAppTabs)[number]

const app = (id: Id, tab: AppTab = 'configurations') =>
  tab === 'configurations' ? `/developer_apps/${id}` : `/developer_apps/${id}/${tab}`

const adminApp = (id: Id, tab: AdminAppTab = 'general') =>
  tab === 'general' ? `/admin/developer_apps/${id}` : `/admin/developer_apps/${id}/${tab}`

export const paths = {
  home: () => '/',
  signUp: (returnTo?: string, email?: string) =>
    withEmail(withQuery('/signup', { return_to: returnTo }), email),
  signIn: (returnTo?: string, email?: string) =>
    withEmail(withQuery('/signin', { return_to: returnTo }), email),
  forgotPassword: () => '/forgot_password',
  resetPassword: (token: string) => `/reset_password/${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `/confirm_email/${encodeURIComponent(token)}`,
  account: () => '/account',
  accountFeed: () => '/account#feed',
  invitation: (token: string) => `/invitations/${encodeURIComponent(token)}`,
  terms: () => '/terms_and_conditions',

  apps: () => '/developer_apps',
  /** The app list with the create dialog open. */
  createApp: () => '/developer_apps?create=true',
  app,
  engagementReport: (id: Id) => `/developer_apps/${id}/engagement_report`,
  installationsCsv: (id: Id) => `/developer_apps/${id}/installations.csv`,

  notifications: () => '/notifications',
  notification: (id: Id) => `/notifications/${id}`,

  reference: () => '/reference',
  restOverview: () => '/reference/rest/docs/rest-api-overview',
  referenceDocs: (page: string) => `/reference/rest/docs/${encodeURIComponent(page)}`,
  changelog: () => '/reference/rest/changelog',
  changelogFeed: (kind: 'atom' | 'json') => `/reference/rest/changelog.${kind}`,
  referenceGroup: (group: string) => `/reference/rest/${encodeURIComponent(group)}`,
  documentationArea: () => '/documentation',
  documentation: (page = 'introduction') => `/documentation/${encodeURIComponent(page)}`,
  marketplace: () => '/marketplace',
  marketplaceApp: (slug: string) => `/marketplace/${encodeURIComponent(slug)}`,

  adminApps: () => '/admin/developer_apps',
  adminApp,
  newAdminAppContact: (id: Id) => `/admin/developer_apps/${id}/contacts/new`,
  adminEngagementReport: (id: Id) => `/admin/developer_apps/${id}/engagement_report`,
  adminInstallationsCsv: (id: Id) => `/admin/developer_apps/${id}/engagement_report/installations.csv`,
  reviewQueue: () => '/admin/developer_apps/review_queue',
  adminDevelopers: () => '/admin/developers',
  adminDeveloper: (id: Id) => `/admin/developers/${id}/edit`,
  adminOauthApplications: () => '/admin/oauth_applications',
  adminNotifications: () => '/admin/notifications',
  adminNotification: (id: Id) => `/admin/notifications/${id}/edit`,
  newAdminNotification: () => '/admin/notifications/new',
  rateLimits: () => '/admin/quota_minder',
  /** The audit log, optionally filtered by actor. */
  audit: (actorId?: number) => withQuery('/admin/audit', { filters: { actor_id: actorId } }),
}

const reportAddress = /^(\/admin)?\/developer_apps\/[^/?#]+\/engagement_report([/?#]|$)/

/** Returns whether the server embeds the page's data in its document, so navigating there reloads it (MET-19). */
export const loadsDocument = (href: string): boolean => reportAddress.test(href)

const appAddress = /^(\/admin)?\/developer_apps\/(\d+)(\/|$)/

/** Returns the app that an address belongs to, on the developer or staff pages. */
export function appInPath(pathname: string): { id: string; isAdmin: boolean } | null {
  const [, admin, id] = appAddress.exec(pathname) ?? []
  return id === undefined ? null : { id, isAdmin: admin !== undefined }
}
