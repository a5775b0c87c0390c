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
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent.ts'
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

/** Redirects to the sign-in page, which leads back here. */
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

/** Refuses paths for which the server returns 404, such as an app without a numeric id. */
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
const HomePage: LazyComponent<object> = lazyComponent(() => import('./HomePage.tsx').then((m) => m.HomePage))

const home = createRoute({
  getParentRoute: () => root,
  path: pageRoutes.home.pattern,
  component: HomePage,
  beforeLoad: () => {
    if (currentSession().developer) throw redirect({ to: paths.apps(), replace: true })
  },
})

const SignInPage: LazyComponent<object> = lazyComponent(() =>
  import('./accountRoutes.tsx').then((m) => m.SignInRoute),
)
const SignUpPage: LazyComponent<object> = lazyComponent(() =>
  import('./accountRoutes.tsx').then((m) => m.SignUpRoute),
)
const ForgotPasswordPage: LazyComponent<object> = lazyComponent(() =>
  import('../accounts/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage),
)
const ResetPasswordPage: LazyComponent<object> = lazyComponent(() =>
  import('./accountRoutes.tsx').then((m) => m.ResetPasswordRoute),
)
const ConfirmEmailPage: LazyComponent<object> = lazyComponent(() =>
  import('../accounts/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage),
)
const CancelFactorResetPage: LazyComponent<object> = lazyComponent(() =>
  import('../accounts/factors/CancelFactorResetPage.tsx').then((m) => m.CancelFactorResetPage),
)
const ChangeEmailPage: LazyComponent<object> = lazyComponent(() =>
  import('../accounts/ChangeEmailPage.tsx').then((m) => m.ChangeEmailPage),
)
const UndoEmailChangePage: LazyComponent<object> = lazyComponent(() =>
  import('../accounts/UndoEmailChangePage.tsx').then((m) => m.UndoEmailChangePage),
)
const UnsubscribePage: LazyComponent<object> = lazyComponent(() =>
  import('../notificationPreferences/UnsubscribePage.tsx').then((m) => m.UnsubscribePage),
)
const OwnAccountPage: LazyComponent<object> = lazyComponent(() =>
  import('./OwnAccountPage.tsx').then((m) => m.OwnAccountPage),
)
const ConsentPage: LazyComponent<object> = lazyComponent(() =>
  import('./ConsentPage.tsx').then((m) => m.ConsentPage),
)
const AuthorizedAppsPage: LazyComponent<object> = lazyComponent(() =>
  import('../oauth/AuthorizedAppsPage.tsx').then((m) => m.AuthorizedAppsPage),
)
const AdminDevelopersPage: LazyComponent<object> = lazyComponent(() =>
  import('../accounts/AdminDevelopersPage.tsx').then((m) => m.AdminDevelopersPage),
)
const AdminDeveloperPage: LazyComponent<object> = lazyComponent(() =>
  import('../accounts/AdminDeveloperPage.tsx').then((m) => m.AdminDeveloperPage),
)
const NotificationsPage: LazyComponent<object> = lazyComponent(() =>
  import('../notifications/NotificationsPage.tsx').then((m) => m.NotificationsPage),
)
const NotificationPage: LazyComponent<object> = lazyComponent(() =>
  import('../notifications/NotificationPage.tsx').then((m) => m.NotificationPage),
)
const AdminNotificationsPage: LazyComponent<object> = lazyComponent(() =>
  import('../notifications/AdminNotificationsPage.tsx').then((m) => m.AdminNotificationsPage),
)
const NewNotificationPage: LazyComponent<object> = lazyComponent(() =>
  import('../notifications/AdminNotificationPage.tsx').then((m) => m.NewNotificationPage),
)
const AdminNotificationPage: LazyComponent<object> = lazyComponent(() =>
  import('../notifications/AdminNotificationPage.tsx').then((m) => m.AdminNotificationPage),
)
const QuotaMinderPage: LazyComponent<object> = lazyComponent(() =>
  import('../quotas/QuotaMinderPage.tsx').then((m) => m.QuotaMinderPage),
)
const AppsPage: LazyComponent<object> = lazyComponent(() =>
  import('../apps/AppsPage.tsx').then((m) => m.AppsPage),
)
const AdminAppsPage: LazyComponent<object> = lazyComponent(() =>
  import('../apps/AdminAppsPage.tsx').then((m) => m.AdminAppsPage),
)
const OauthApplicationsPage: LazyComponent<object> = lazyComponent(() =>
  import('../credentials/OauthApplicationsPage.tsx').then((m) => m.OauthApplicationsPage),
)
const AuditPage: LazyComponent<object> = lazyComponent(() =>
  import('../audit/AuditPage.tsx').then((m) => m.AuditPage),
)
const AdminSecurityEventsPage: LazyComponent<object> = lazyComponent(() =>
  import('../securityEvents/AdminSecurityEventsPage.tsx').then((m) => m.AdminSecurityEventsPage),
)
const PersonalTokensPage: LazyComponent<object> = lazyComponent(() =>
  import('../personalTokens/PersonalTokensPage.tsx').then((m) => m.PersonalTokensPage),
)
const AccountSecurityEventsPage: LazyComponent<object> = lazyComponent(() =>
  import('../securityEvents/AccountSecurityEventsPage.tsx').then((m) => m.AccountSecurityEventsPage),
)
const JobsPage: LazyComponent<object> = lazyComponent(() =>
  import('../jobs/JobsPage.tsx').then((m) => m.JobsPage),
)
const AdminAppPage: LazyComponent<object> = lazyComponent(() =>
  import('./AdminAppPage.tsx').then((m) => m.AdminAppPage),
)
const NewAdminContactPage: LazyComponent<object> = lazyComponent(() =>
  import('./AdminContactPage.tsx').then((m) => m.NewAdminContactPage),
)
const AdminContactPage: LazyComponent<object> = lazyComponent(() =>
  import('./AdminContactPage.tsx').then((m) => m.AdminContactPage),
)
const ReviewQueuePage: LazyComponent<object> = lazyComponent(() =>
  import('../apps/ReviewQueuePage.tsx').then((m) => m.ReviewQueuePage),
)
const AppPage: LazyComponent<object> = lazyComponent(() => import('./AppPage.tsx').then((m) => m.AppPage))
const EngagementReportPage: LazyComponent<object> = lazyComponent(() =>
  import('../metrics/EngagementReportPage.tsx').then((m) => m.EngagementReportPage),
)
const AdminEngagementReportPage: LazyComponent<object> = lazyComponent(() =>
  import('../metrics/EngagementReportPage.tsx').then((m) => m.AdminEngagementReportPage),
)
const InvitationPage: LazyComponent<object> = lazyComponent(() =>
  import('../collaborators/InvitationPage.tsx').then((m) => m.InvitationPage),
)
const TermsPage: LazyComponent<object> = lazyComponent(() =>
  import('../documentation/TermsPage.tsx').then((m) => m.TermsPage),
)
const DocumentationPage: LazyComponent<object> = lazyComponent(() =>
  import('../documentation/DocumentationPage.tsx').then((m) => m.DocumentationPage),
)
const MarketplacePage: LazyComponent<object> = lazyComponent(() =>
  import('../marketplace/MarketplacePage.tsx').then((m) => m.MarketplacePage),
)
const MarketplaceAppPage: LazyComponent<object> = lazyComponent(() =>
  import('../marketplace/MarketplaceAppPage.tsx').then((m) => m.MarketplaceAppPage),
)

const documentation = createRoute({
  getParentRoute: () => root,
  path: pageRoutes.documentationArea.pattern,
  beforeLoad: (): void => {
    throw redirect({ href: paths.documentation(), replace: true })
  },
})

const ReferencePage: LazyComponent<object> = lazyComponent(() =>
  import('../reference/ReferencePage.tsx').then((m) => m.ReferencePage),
)
const DocPage: LazyComponent<object> = lazyComponent(() =>
  import('../reference/DocPage.tsx').then((m) => m.DocPage),
)
const GroupPage: LazyComponent<object> = lazyComponent(() =>
  import('../reference/GroupPage.tsx').then((m) => m.GroupPage),
)
const ChangelogPage: LazyComponent<object> = lazyComponent(() =>
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
