import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { adminAppAddress, appAddress, matchPage, pageAddress, type PageName } from '@trestle/domain/routes.ts'

/** Every address in the app is built here (SHELL-40, APP-34). */

type Id = number | string

const withQuery = (path: string, query: Record<string, unknown>) => {
  const text = stringifyBrackets(query)
  return text === '' ? path : `${path}?${text}`
}

/** Puts an email to prefill behind the `#`, which browsers don't send to servers. */
const withEmail = (path: string, email: string | undefined) =>
  email === undefined ? path : `${path}#${new URLSearchParams({ email }).toString()}`

export const paths = {
  home: () => pageAddress('home'),
  signUp: (returnTo?: string, email?: string) =>
    withEmail(withQuery(pageAddress('signUp'), { return_to: returnTo }), email),
  signIn: (returnTo?: string, email?: string) =>
    withEmail(withQuery(pageAddress('signIn'), { return_to: returnTo }), email),
  forgotPassword: () => pageAddress('forgotPassword'),
  resetPassword: (token: string) => pageAddress('resetPassword', { token }),
  confirmEmail: (token: string) => pageAddress('confirmEmail', { token }),
  changeEmail: (token: string) => pageAddress('changeEmail', { token }),
  undoEmailChange: (token: string) => pageAddress('undoEmailChange', { token }),
  account: () => pageAddress('account'),
  notificationPreferences: () => `${pageAddress('account')}#notifications`,
  unsubscribe: (token: string) => pageAddress('unsubscribe', { token }),
  accountTokens: () => pageAddress('accountTokens'),
  accountSecurityEvents: () => pageAddress('accountSecurityEvents'),
  accountFactors: () => `${pageAddress('account')}#two-factor`,
  authorizedApps: () => pageAddress('authorizedApps'),
  accountFeed: () => `${pageAddress('account')}#feed`,
  consent: (request: string) => pageAddress('consent', { request }),
  invitation: (token: string) => pageAddress('invitation', { token }),
  terms: () => pageAddress('terms'),

  apps: () => pageAddress('apps'),
  /** The app list with the create dialog open. */
  createApp: () => withQuery(pageAddress('apps'), { create: true }),
  app: appAddress,
  appProductionVersions: (id: Id) => `${appAddress(id, 'versions')}?environment=production`,
  engagementReport: (id: Id) => pageAddress('engagementReport', { id }),
  installationsCsv: (id: Id) => `${appAddress(id)}/installations.csv`,

  notifications: () => pageAddress('notifications'),
  notification: (id: Id) => pageAddress('notification', { id }),

  reference: () => pageAddress('reference'),
  restOverview: (search?: string) =>
    withQuery(pageAddress('referenceDoc', { page: 'rest-api-overview' }), { search }),
  referenceDocs: (page: string) => pageAddress('referenceDoc', { page }),
  changelog: () => pageAddress('changelog'),
  changelogFeed: (kind: 'atom' | 'json') => `${pageAddress('changelog')}.${kind}`,
  referenceGroup: (group: string) => pageAddress('referenceGroup', { group }),
  documentationArea: () => pageAddress('documentationArea'),
  documentation: (page = 'introduction') => pageAddress('documentation', { page }),
  documentationSearch: (search: string) =>
    withQuery(pageAddress('documentation', { page: 'introduction' }), { search }),
  marketplace: () => pageAddress('marketplace'),
  marketplaceApp: (slug: string) => pageAddress('marketplaceApp', { slug }),

  adminApps: (search?: string) => withQuery(pageAddress('adminApps'), { filters: { search } }),
  adminAppsOwnedBy: (ownerId: Id) =>
    withQuery(pageAddress('adminApps'), { filters: { owner_id: [ownerId] } }),
  adminApp: adminAppAddress,
  adminAppActivation: (id: Id) => `${adminAppAddress(id, 'marketplace_listing')}#marketplace-enabled`,
  newAdminAppContact: (id: Id) => pageAddress('newAdminContact', { id }),
  adminEngagementReport: (id: Id) => pageAddress('adminEngagementReport', { id }),
  adminInstallationsCsv: (id: Id) => `${pageAddress('adminEngagementReport', { id })}/installations.csv`,
  reviewQueue: () => pageAddress('reviewQueue'),
  adminDevelopers: (search?: string) => withQuery(pageAddress('adminDevelopers'), { filters: { search } }),
  adminDeveloper: (id: Id) => pageAddress('adminDeveloper', { id }),
  adminOauthApplications: () => pageAddress('adminOauthApplications'),
  adminNotifications: () => pageAddress('adminNotifications'),
  adminNotification: (id: Id) => pageAddress('adminNotification', { id }),
  newAdminNotification: () => pageAddress('newAdminNotification'),
  rateLimits: () => pageAddress('rateLimits'),
  /** The background jobs, optionally of one state. */
  jobs: (state?: 'failed') => withQuery(pageAddress('jobs'), { filters: { state } }),
  /** The audit log, optionally only what one person did. */
  audit: (actorId?: number) => withQuery(pageAddress('audit'), { filters: { actor_id: actorId } }),
  /** The audit log, filtered by what was done to a developer. */
  auditAbout: (developerId: number) =>
    withQuery(pageAddress('audit'), { filters: { developer_id: developerId } }),
  /** The security log of all accounts, optionally filtered by account. */
  securityEvents: (developerId?: number) =>
    withQuery(pageAddress('securityEvents'), { filters: { developer_id: developerId } }),
}

const servedPages: (PageName | undefined)[] = ['engagementReport', 'adminEngagementReport']

const matchPageAt = (href: string) => matchPage(/^[^?#]*/.exec(href)?.[0] ?? '')

/** Returns whether the server embeds the page's data in its document, so navigating there reloads it (MET-19). */
export const loadsDocument = (href: string): boolean => servedPages.includes(matchPageAt(href)?.name)

/** Returns the app that an address belongs to, on the developer or staff pages. */
export function appInPath(pathname: string): { id: string; isAdmin: boolean } | null {
  const page = matchPage(pathname)
  const id = page?.params['id']
  const [, isAdmin, isApp] = /^(\/admin)?(\/developer_apps\/\$id\/)?/.exec(page?.pattern ?? '') ?? []
  return id === undefined || isApp === undefined ? null : { id, isAdmin: isAdmin !== undefined }
}
