/**
 * Every page address of the product in one place. The router, the server's documents, navigation, the command palette
 * and the links in emails all read this table.
 */

/** The audience of a page. The API decides what they see there. */
export type PageAccess = 'anyone' | 'signedIn' | 'staff'

type ParamValue = string | number

/** A segment that is a parameter: `$id`, or `{-$tab}` where it may be missing. */
type ParamName<Segment extends string> = Segment extends `$${infer Name}` | `{-$${infer Name}}` ? Name : never

type Segments<Pattern extends string> = Pattern extends `${infer Segment}/${infer Rest}`
  ? Segment | Segments<Rest>
  : Pattern

type OptionalSegments<Pattern extends string> = Extract<Segments<Pattern>, `{-$${string}}`>

type Params<Pattern extends string> = {
  [Name in ParamName<Exclude<Segments<Pattern>, OptionalSegments<Pattern>>>]: ParamValue
} & { [Name in ParamName<OptionalSegments<Pattern>>]?: ParamValue | undefined }

export interface PageRoute {
  /** In the router's notation. */
  pattern: string
  access: PageAccess
  /** The key of the text that names the page. */
  title: string
  /** The regular expression of each parameter. */
  params: Record<string, string>
}

function page<const Pattern extends string, const Access extends PageAccess, const Title extends string>(
  pattern: Pattern,
  access: Access,
  title: Title,
  params: Record<ParamName<Segments<Pattern>>, string>,
) {
  return { pattern, access, title, params }
}

const rowId = '[1-9]\\d{0,14}'
const listingSlug = '[a-z0-9-]{1,200}'
const anySegment = '[^/]+'

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

/** Returns the tabs of the staff page. Government cloud has neither sandboxes nor their metrics (SHELL-12). */
export const adminAppTabsIn = (isGovernmentCloud: boolean): AdminAppTab[] =>
  adminAppTabs.filter((tab) => !isGovernmentCloud || (tab !== 'sandbox' && tab !== 'performance_metrics'))

const [, ...adminAppSegments] = adminAppTabs

/** The first page that matches an address is its page. */
export const pageRoutes = {
  home: page('/', 'anyone', 'shell.home.title', {}),
  signUp: page('/signup', 'anyone', 'shell.signUp', {}),
  signIn: page('/signin', 'anyone', 'shell.signIn', {}),
  forgotPassword: page('/forgot_password', 'anyone', 'accounts.forgot.title', {}),
  resetPassword: page('/reset_password/$token', 'anyone', 'accounts.reset.title', { token: anySegment }),
  confirmEmail: page('/confirm_email/$token', 'anyone', 'accounts.confirm.title', { token: anySegment }),
  changeEmail: page('/change_email/$token', 'anyone', 'emailChanges.confirm.title', { token: anySegment }),
  undoEmailChange: page('/undo_email_change/$token', 'anyone', 'emailChanges.undo.title', {
    token: anySegment,
  }),
  unsubscribe: page('/unsubscribe/$token', 'anyone', 'notificationPreferences.unsubscribe.title', {
    token: anySegment,
  }),
  invitation: page('/invitations/$token', 'anyone', 'collaborators.offer.title', { token: anySegment }),
  terms: page('/terms_and_conditions', 'anyone', 'shell.terms', {}),
  reference: page('/reference', 'anyone', 'shell.reference', {}),
  referenceDoc: page('/reference/rest/docs/$page', 'anyone', 'shell.restApi', { page: anySegment }),
  changelog: page('/reference/rest/changelog', 'anyone', 'shell.changelog', {}),
  referenceGroup: page('/reference/rest/$group', 'anyone', 'shell.restApi', { group: anySegment }),
  documentationArea: page('/documentation', 'anyone', 'shell.documentation', {}),
  documentation: page('/documentation/$page', 'anyone', 'shell.documentation', { page: anySegment }),
  marketplace: page('/marketplace', 'anyone', 'shell.marketplace', {}),
  marketplaceApp: page('/marketplace/$slug', 'anyone', 'shell.marketplace', { slug: listingSlug }),

  cancelFactorReset: page('/cancel_factor_reset/$token', 'anyone', 'factors.cancelReset.title', {
    token: anySegment,
  }),
  consent: page('/consent/$request', 'signedIn', 'oauth.consent.section', { request: anySegment }),
  account: page('/account', 'signedIn', 'shell.account', {}),
  accountTokens: page('/account/tokens', 'signedIn', 'personalTokens.title', {}),
  accountSecurityEvents: page('/account/security_events', 'signedIn', 'shell.securityEvents', {}),
  authorizedApps: page('/account/authorized_apps', 'signedIn', 'oauth.authorized.title', {}),
  notifications: page('/notifications', 'signedIn', 'shell.notifications', {}),
  notification: page('/notifications/$id', 'signedIn', 'shell.notifications', { id: rowId }),
  apps: page('/developer_apps', 'signedIn', 'shell.myApps', {}),
  engagementReport: page(
    '/developer_apps/$id/engagement_report',
    'signedIn',
    'metrics.engagementReport.title',
    { id: rowId },
  ),
  app: page('/developer_apps/$id/{-$tab}', 'signedIn', 'shell.app.section', { id: rowId, tab: anySegment }),

  /** Leads to the first staff page. */
  admin: page('/admin', 'staff', 'shell.admin', {}),
  adminApps: page('/admin/developer_apps', 'staff', 'shell.developerApps', {}),
  reviewQueue: page('/admin/developer_apps/review_queue', 'staff', 'shell.reviewQueue', {}),
  newAdminContact: page('/admin/developer_apps/$id/contacts/new', 'staff', 'adminApp.contact.newTitle', {
    id: rowId,
  }),
  adminContact: page(
    '/admin/developer_apps/$id/contacts/$contactId/edit',
    'staff',
    'adminApp.contact.section',
    { id: rowId, contactId: rowId },
  ),
  adminEngagementReport: page(
    '/admin/developer_apps/$id/engagement_report',
    'staff',
    'metrics.engagementReport.title',
    { id: rowId },
  ),
  adminApp: page('/admin/developer_apps/$id/{-$tab}', 'staff', 'adminApp.section', {
    id: rowId,
    tab: adminAppSegments.join('|'),
  }),
  adminDevelopers: page('/admin/developers', 'staff', 'shell.developers', {}),
  adminDeveloper: page('/admin/developers/$id/edit', 'staff', 'accounts.developer.profile', { id: rowId }),
  adminOauthApplications: page('/admin/oauth_applications', 'staff', 'shell.oauthApplications', {}),
  adminNotifications: page('/admin/notifications', 'staff', 'shell.notifications', {}),
  newAdminNotification: page('/admin/notifications/new', 'staff', 'notifications.admin.createTitle', {}),
  adminNotification: page('/admin/notifications/$id/edit', 'staff', 'notifications.title', { id: rowId }),
  rateLimits: page('/admin/quota_minder', 'staff', 'shell.rateLimits', {}),
  jobs: page('/admin/jobs', 'staff', 'shell.jobs', {}),
  audit: page('/admin/audit', 'staff', 'shell.auditLog', {}),
  securityEvents: page('/admin/security_events', 'staff', 'shell.securityEvents', {}),
} satisfies Record<string, PageRoute>

type PageRoutes = typeof pageRoutes
export type PageName = keyof PageRoutes
export type PagePattern = PageRoutes[PageName]['pattern']

type ParamArguments<Pattern extends string> = [ParamName<Segments<Pattern>>] extends [never]
  ? []
  : [params: Params<Pattern>]

const optional = /^\{-(\$\w+)\}$/

/** Returns a page's address, starting at the root. */
export function pageAddress<Name extends PageName>(
  name: Name,
  ...[params]: ParamArguments<PageRoutes[Name]['pattern']>
): string {
  const values = new Map<string, ParamValue | undefined>(Object.entries(params ?? {}))
  const segments = pageRoutes[name].pattern.split('/').map((segment) => {
    const variable = optional.exec(segment)?.[1] ?? segment
    if (!variable.startsWith('$')) return segment
    return encodeURIComponent(values.get(variable.slice(1)) ?? '')
  })
  return segments.join('/').replace(/(?<=.)\/$/, '')
}

/** Returns the address of a tab of an app. The first has no segment of its own. */
export const appAddress = (id: ParamValue, tab: AppTab = 'configurations'): string =>
  pageAddress('app', { id, tab: tab === 'configurations' ? undefined : tab })

/** Returns the address of a tab of an app on the staff page. The first has no segment of its own. */
export const adminAppAddress = (id: ParamValue, tab: AdminAppTab = 'general'): string =>
  pageAddress('adminApp', { id, tab: tab === 'general' ? undefined : tab })

function toRegExp({ pattern, params }: PageRoute): RegExp {
  const segments = pattern.split('/').map((segment) => {
    const variable = optional.exec(segment)?.[1] ?? segment
    const name = variable.slice(1)
    const part = variable.startsWith('$') ? `/(?<${name}>${params[name]})` : `/${segment}`
    return variable === segment ? part : `(?:${part})?`
  })
  return new RegExp(`^${segments.slice(1).join('')}/?$`)
}

const isPageName = (name: string): name is PageName => Object.hasOwn(pageRoutes, name)

const expressions = Object.entries(pageRoutes).flatMap(([name, route]) =>
  isPageName(name) ? [{ name, expression: toRegExp(route) }] : [],
)

export interface MatchedPage {
  name: PageName
  pattern: PagePattern
  /** As in the address, without decoding. */
  params: Record<string, string | undefined>
}

/** Returns the page at an address without query; null for an address without a page. */
export function matchPage(path: string): MatchedPage | null {
  for (const { name, expression } of expressions) {
    const match = expression.exec(path)
    if (match) return { name, pattern: pageRoutes[name].pattern, params: match.groups ?? {} }
  }
  return null
}

/** Returns a page's route in the server's notation, for reports: the address itself may contain ids and tokens. */
export function toReportedRoute({ pattern, params }: MatchedPage): string {
  const segments = pattern.split('/').flatMap((segment) => {
    const variable = optional.exec(segment)?.[1] ?? segment
    if (!variable.startsWith('$')) return [segment]
    const name = variable.slice(1)
    return params[name] === undefined ? [] : [`:${name}`]
  })
  return segments.join('/')
}

export const isKnownPage = (path: string): boolean => matchPage(path) !== null
