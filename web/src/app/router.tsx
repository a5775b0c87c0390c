import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router'
import { parseBrackets, stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { isKnownPage, pageRoutes } from '@trestle/domain/routes.ts'
import { embeddedRefusal, isServedWithData } from '../http/embedded.ts'
import { lazyPage, type LazyPage } from '../ui/retry.ts'
import { currentSession } from '../http/session.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { paths } from '../paths.ts'
import {
  readAppSearch,
  readAppsSearch,
  readDocumentationSearch,
  readListSearch,
  readRateLimitsSearch,
  readReferenceSearch,
  readReturnToSearch,
} from '../shared/searchParams.ts'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { RouteErrorScreen } from './ErrorScreen.tsx'
import { loaders } from './loaders.ts'
import { ReferenceArea } from './ReferenceArea.tsx'
import { Shell } from './Shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage })

/** Redirects to the sign-in, which leads back here. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  beforeLoad: ({ location }) => {
    if (!currentSession().developer) throw redirect({ href: paths.signIn(location.href) })
  },
})

/** Shows "not found" to everyone but platform admins. */
const adminOnly = createRoute({
  getParentRoute: () => signedIn,
  id: 'adminOnly',
  beforeLoad: () => {
    if (!currentSession().is_admin) throw notFound()
  },
})

interface BeforeLoad {
  location: Pick<ParsedLocation, 'href' | 'pathname'>
}

/** Refuses paths that the server answers with 404, such as an app without a numeric id. */
function mustBeKnown(pathname: string) {
  if (!isKnownPage(pathname)) throw notFound()
}

const page = {
  beforeLoad: ({ location }: BeforeLoad) => mustBeKnown(location.pathname),
}

/** A page whose data is embedded in its document. In-app navigation to it reloads the document (MET-19). */
const servedPage = {
  beforeLoad: ({ location }: BeforeLoad) => {
    mustBeKnown(location.pathname)
    if (!isServedWithData(location.href)) throw redirect({ href: location.href, reloadDocument: true })
    if (embeddedRefusal()?.status === 404) throw notFound()
  },
}

// Declared, because the pages' own types follow from the router's.
const HomePage: LazyPage<object> = lazyPage(() => import('./HomePage.tsx').then((m) => m.HomePage))

const home = createRoute({
  getParentRoute: () => root,
  path: pageRoutes.home.pattern,
  component: HomePage,
  beforeLoad: () => {
    if (currentSession().developer) throw redirect({ to: paths.apps(), replace: true })
  },
})

const SignInPage: LazyPage<object> = lazyPage(() => import('./accountRoutes.tsx').then((m) => m.SignInRoute))
const SignUpPage: LazyPage<object> = lazyPage(() => import('./accountRoutes.tsx').then((m) => m.SignUpRoute))
const ForgotPasswordPage: LazyPage<object> = lazyPage(() =>
  import('../accounts/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage),
)
const ResetPasswordPage: LazyPage<object> = lazyPage(() =>
  import('./accountRoutes.tsx').then((m) => m.ResetPasswordRoute),
)
const ConfirmEmailPage: LazyPage<object> = lazyPage(() =>
  import('../accounts/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage),
)
const CancelFactorResetPage: LazyPage<object> = lazyPage(() =>
  import('../accounts/factors/CancelFactorResetPage.tsx').then((m) => m.CancelFactorResetPage),
)
const ChangeEmailPage: LazyPage<object> = lazyPage(() =>
  import('../accounts/ChangeEmailPage.tsx').then((m) => m.ChangeEmailPage),
)
const UndoEmailChangePage: LazyPage<object> = lazyPage(() =>
  import('../accounts/UndoEmailChangePage.tsx').then((m) => m.UndoEmailChangePage),
)
const UnsubscribePage: LazyPage<object> = lazyPage(() =>
  import('../notificationPreferences/UnsubscribePage.tsx').then((m) => m.UnsubscribePage),
)
const OwnAccountPage: LazyPage<object> = lazyPage(() =>
  import('./OwnAccountPage.tsx').then((m) => m.OwnAccountPage),
)
const ConsentPage: LazyPage<object> = lazyPage(() => import('./ConsentPage.tsx').then((m) => m.ConsentPage))
const AuthorizedAppsPage: LazyPage<object> = lazyPage(() =>
  import('../oauth/AuthorizedAppsPage.tsx').then((m) => m.AuthorizedAppsPage),
)
const AdminDevelopersPage: LazyPage<object> = lazyPage(() =>
  import('../accounts/AdminDevelopersPage.tsx').then((m) => m.AdminDevelopersPage),
)
const AdminDeveloperPage: LazyPage<object> = lazyPage(() =>
  import('../accounts/AdminDeveloperPage.tsx').then((m) => m.AdminDeveloperPage),
)
const NotificationsPage: LazyPage<object> = lazyPage(() =>
  import('../notifications/NotificationsPage.tsx').then((m) => m.NotificationsPage),
)
const NotificationPage: LazyPage<object> = lazyPage(() =>
  import('../notifications/NotificationPage.tsx').then((m) => m.NotificationPage),
)
const AdminNotificationsPage: LazyPage<object> = lazyPage(() =>
  import('../notifications/AdminNotificationsPage.tsx').then((m) => m.AdminNotificationsPage),
)
const NewNotificationPage: LazyPage<object> = lazyPage(() =>
  import('../notifications/AdminNotificationPage.tsx').then((m) => m.NewNotificationPage),
)
const AdminNotificationPage: LazyPage<object> = lazyPage(() =>
  import('../notifications/AdminNotificationPage.tsx').then((m) => m.AdminNotificationPage),
)
const QuotaMinderPage: LazyPage<object> = lazyPage(() =>
  import('../quotas/QuotaMinderPage.tsx').then((m) => m.QuotaMinderPage),
)
const AppsPage: LazyPage<object> = lazyPage(() => import('../apps/AppsPage.tsx').then((m) => m.AppsPage))
const AdminAppsPage: LazyPage<object> = lazyPage(() =>
  import('../apps/AdminAppsPage.tsx').then((m) => m.AdminAppsPage),
)
const OauthApplicationsPage: LazyPage<object> = lazyPage(() =>
  import('../credentials/OauthApplicationsPage.tsx').then((m) => m.OauthApplicationsPage),
)
const AuditPage: LazyPage<object> = lazyPage(() => import('../audit/AuditPage.tsx').then((m) => m.AuditPage))
const AdminSecurityEventsPage: LazyPage<object> = lazyPage(() =>
  import('../securityEvents/AdminSecurityEventsPage.tsx').then((m) => m.AdminSecurityEventsPage),
)
const PersonalTokensPage: LazyPage<object> = lazyPage(() =>
  import('../personalTokens/PersonalTokensPage.tsx').then((m) => m.PersonalTokensPage),
)
const AccountSecurityEventsPage: LazyPage<object> = lazyPage(() =>
  import('../securityEvents/AccountSecurityEventsPage.tsx').then((m) => m.AccountSecurityEventsPage),
)
const JobsPage: LazyPage<object> = lazyPage(() => import('../jobs/JobsPage.tsx').then((m) => m.JobsPage))
const AdminAppPage: LazyPage<object> = lazyPage(() =>
  import('./AdminAppPage.tsx').then((m) => m.AdminAppPage),
)
const NewAdminContactPage: LazyPage<object> = lazyPage(() =>
  import('./AdminContactPage.tsx').then((m) => m.NewAdminContactPage),
)
const AdminContactPage: LazyPage<object> = lazyPage(() =>
  import('./AdminContactPage.tsx').then((m) => m.AdminContactPage),
)
const ReviewQueuePage: LazyPage<object> = lazyPage(() =>
  import('../apps/ReviewQueuePage.tsx').then((m) => m.ReviewQueuePage),
)
const AppPage: LazyPage<object> = lazyPage(() => import('./AppPage.tsx').then((m) => m.AppPage))
const EngagementReportPage: LazyPage<object> = lazyPage(() =>
  import('../metrics/EngagementReportPage.tsx').then((m) => m.EngagementReportPage),
)
const AdminEngagementReportPage: LazyPage<object> = lazyPage(() =>
  import('../metrics/EngagementReportPage.tsx').then((m) => m.AdminEngagementReportPage),
)
const InvitationPage: LazyPage<object> = lazyPage(() =>
  import('../collaborators/InvitationPage.tsx').then((m) => m.InvitationPage),
)
const TermsPage: LazyPage<object> = lazyPage(() =>
  import('../documentation/TermsPage.tsx').then((m) => m.TermsPage),
)
const DocumentationPage: LazyPage<object> = lazyPage(() =>
  import('../documentation/DocumentationPage.tsx').then((m) => m.DocumentationPage),
)
const MarketplacePage: LazyPage<object> = lazyPage(() =>
  import('../marketplace/MarketplacePage.tsx').then((m) => m.MarketplacePage),
)
const MarketplaceAppPage: LazyPage<object> = lazyPage(() =>
  import('../marketplace/MarketplaceAppPage.tsx').then((m) => m.MarketplaceAppPage),
)

const documentation = createRoute({
  getParentRoute: () => root,
  path: pageRoutes.documentationArea.pattern,
  beforeLoad: (): void => {
    throw redirect({ href: paths.documentation(), replace: true })
  },
})

const ReferencePage: LazyPage<object> = lazyPage(() =>
  import('../reference/ReferencePage.tsx').then((m) => m.ReferencePage),
)
const DocPage: LazyPage<object> = lazyPage(() => import('../reference/DocPage.tsx').then((m) => m.DocPage))
const GroupPage: LazyPage<object> = lazyPage(() =>
  import('../reference/GroupPage.tsx').then((m) => m.GroupPage),
)
const ChangelogPage: LazyPage<object> = lazyPage(() =>
  import('../reference/ChangelogPage.tsx').then((m) => m.ChangelogPage),
)

const reference = createRoute({
  getParentRoute: () => root,
  id: 'reference',
  component: ReferenceArea,
  validateSearch: readReferenceSearch,
})

// Not inside addChildren(): what it accepts would widen their types.
const referencePages = [
  createRoute({
    ...page,
    getParentRoute: () => reference,
    path: pageRoutes.reference.pattern,
    component: ReferencePage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => reference,
    path: pageRoutes.referenceDoc.pattern,
    component: DocPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => reference,
    path: pageRoutes.changelog.pattern,
    component: ChangelogPage,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => reference,
    path: pageRoutes.referenceGroup.pattern,
    component: GroupPage,
  }),
]

const forEveryone = [
  home,
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.signUp.pattern,
    component: SignUpPage,
    validateSearch: readReturnToSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.signIn.pattern,
    component: SignInPage,
    validateSearch: readReturnToSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.forgotPassword.pattern,
    component: ForgotPasswordPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.resetPassword.pattern,
    component: ResetPasswordPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.confirmEmail.pattern,
    component: ConfirmEmailPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.cancelFactorReset.pattern,
    component: CancelFactorResetPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.changeEmail.pattern,
    component: ChangeEmailPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.undoEmailChange.pattern,
    component: UndoEmailChangePage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.unsubscribe.pattern,
    component: UnsubscribePage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.terms.pattern,
    component: TermsPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.invitation.pattern,
    component: InvitationPage,
  }),
  reference.addChildren(referencePages),
  documentation,
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.documentation.pattern,
    component: DocumentationPage,
    validateSearch: readDocumentationSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.marketplace.pattern,
    component: MarketplacePage,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.marketplaceApp.pattern,
    component: MarketplaceAppPage,
  }),
]

const forDevelopers = [
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.account.pattern,
    component: OwnAccountPage,
    loader: loaders.account,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.accountTokens.pattern,
    component: PersonalTokensPage,
    loader: loaders.accountTokens,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.consent.pattern,
    component: ConsentPage,
    loader: (load) => loaders.consent(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.authorizedApps.pattern,
    component: AuthorizedAppsPage,
    loader: loaders.authorizedApps,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.accountSecurityEvents.pattern,
    component: AccountSecurityEventsPage,
    loader: loaders.accountSecurityEvents,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.notifications.pattern,
    component: NotificationsPage,
    loader: loaders.notifications,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.notification.pattern,
    component: NotificationPage,
    loader: (load) => loaders.notification(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.apps.pattern,
    component: AppsPage,
    loader: loaders.apps,
    validateSearch: readAppsSearch,
  }),
  createRoute({
    ...servedPage,
    getParentRoute: () => signedIn,
    path: pageRoutes.engagementReport.pattern,
    component: EngagementReportPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.app.pattern,
    component: AppPage,
    loader: (load) => loaders.app(load),
    validateSearch: readAppSearch,
  }),
]

const forAdmins = [
  createRoute({
    getParentRoute: () => adminOnly,
    path: pageRoutes.admin.pattern,
    beforeLoad: (): void => {
      throw redirect({ href: paths.adminApps(), replace: true })
    },
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminApps.pattern,
    component: AdminAppsPage,
    loader: loaders.adminApps,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.reviewQueue.pattern,
    component: ReviewQueuePage,
    loader: loaders.reviewQueue,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.newAdminContact.pattern,
    component: NewAdminContactPage,
    loader: (load) => loaders.adminContact(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminContact.pattern,
    component: AdminContactPage,
    loader: (load) => loaders.adminContact(load),
  }),
  createRoute({
    ...servedPage,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminEngagementReport.pattern,
    component: AdminEngagementReportPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminApp.pattern,
    component: AdminAppPage,
    loader: (load) => loaders.adminApp(load),
    validateSearch: readAppSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminDevelopers.pattern,
    component: AdminDevelopersPage,
    loader: loaders.adminDevelopers,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminDeveloper.pattern,
    component: AdminDeveloperPage,
    loader: (load) => loaders.adminDeveloper(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminOauthApplications.pattern,
    component: OauthApplicationsPage,
    loader: loaders.adminOauthApplications,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminNotifications.pattern,
    component: AdminNotificationsPage,
    loader: loaders.adminNotifications,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.newAdminNotification.pattern,
    component: NewNotificationPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminNotification.pattern,
    component: AdminNotificationPage,
    loader: (load) => loaders.adminNotification(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.rateLimits.pattern,
    component: QuotaMinderPage,
    loader: loaders.rateLimits,
    validateSearch: readRateLimitsSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.jobs.pattern,
    component: JobsPage,
    loader: loaders.jobs,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.audit.pattern,
    component: AuditPage,
    loader: loaders.audit,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.securityEvents.pattern,
    component: AdminSecurityEventsPage,
    loader: loaders.securityEvents,
    validateSearch: readListSearch,
  }),
]

const routeTree = root.addChildren([
  ...forEveryone,
  signedIn.addChildren([...forDevelopers, adminOnly.addChildren(forAdmins)]),
])

function stringifySearch(search: Record<string, unknown>): string {
  const text = stringifyBrackets(search)
  return text === '' ? '' : `?${text}`
}

export const createPortalRouter = () =>
  createRouter({
    routeTree,
    parseSearch: (search) => parseBrackets(search) ?? {},
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // The query client decides how long data is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteErrorScreen,
    defaultNotFoundComponent: NotFoundPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
