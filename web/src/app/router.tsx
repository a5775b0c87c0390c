import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import { parseBrackets, stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { isKnownPage, pageRoutes } from '@trestle/domain/routes.ts'
import { embeddedRefusal, isServedWithData } from '../http/embedded.ts'
import { lazyPage } from '../http/retry.ts'
import { currentSession } from '../http/session.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { paths } from '../paths.ts'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { RouteErrorScreen } from './ErrorScreen.tsx'
import { HomePage } from './HomePage.tsx'
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

/** Refuses paths that the server answers with 404, such as an app without a numeric id. */
function mustBeKnown(pathname: string) {
  if (!isKnownPage(pathname)) throw notFound()
}

const page = (parent: AnyRoute, path: string, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component,
    beforeLoad: ({ location }) => mustBeKnown(location.pathname),
  })

/** Creates a page whose data is embedded in its document. In-app navigation to it reloads the document (MET-19). */
const servedPage = (parent: AnyRoute, path: string, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component,
    beforeLoad: ({ location }) => {
      mustBeKnown(location.pathname)
      if (!isServedWithData(location.href)) throw redirect({ href: location.href, reloadDocument: true })
      if (embeddedRefusal()?.status === 404) throw notFound()
    },
  })

const home = createRoute({
  getParentRoute: () => root,
  path: pageRoutes.home.pattern,
  component: HomePage,
  beforeLoad: () => {
    if (currentSession().developer) throw redirect({ to: paths.apps(), replace: true })
  },
})

const SignInPage = lazyPage(() => import('../accounts/SignInPage.tsx').then((m) => m.SignInPage))
const SignUpPage = lazyPage(() => import('../accounts/SignUpPage.tsx').then((m) => m.SignUpPage))
const ForgotPasswordPage = lazyPage(() =>
  import('../accounts/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage),
)
const ResetPasswordPage = lazyPage(() =>
  import('../accounts/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage),
)
const ConfirmEmailPage = lazyPage(() =>
  import('../accounts/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage),
)
const OwnAccountPage = lazyPage(() => import('./OwnAccountPage.tsx').then((m) => m.OwnAccountPage))
const AdminDevelopersPage = lazyPage(() =>
  import('../accounts/AdminDevelopersPage.tsx').then((m) => m.AdminDevelopersPage),
)
const AdminDeveloperPage = lazyPage(() =>
  import('../accounts/AdminDeveloperPage.tsx').then((m) => m.AdminDeveloperPage),
)
const NotificationsPage = lazyPage(() =>
  import('../notifications/NotificationsPage.tsx').then((m) => m.NotificationsPage),
)
const NotificationPage = lazyPage(() =>
  import('../notifications/NotificationPage.tsx').then((m) => m.NotificationPage),
)
const AdminNotificationsPage = lazyPage(() =>
  import('../notifications/AdminNotificationsPage.tsx').then((m) => m.AdminNotificationsPage),
)
const NewNotificationPage = lazyPage(() =>
  import('../notifications/AdminNotificationPage.tsx').then((m) => m.NewNotificationPage),
)
const AdminNotificationPage = lazyPage(() =>
  import('../notifications/AdminNotificationPage.tsx').then((m) => m.AdminNotificationPage),
)
const QuotaMinderPage = lazyPage(() => import('../quotas/QuotaMinderPage.tsx').then((m) => m.QuotaMinderPage))
const AppsPage = lazyPage(() => import('../apps/AppsPage.tsx').then((m) => m.AppsPage))
const AdminAppsPage = lazyPage(() => import('../apps/AdminAppsPage.tsx').then((m) => m.AdminAppsPage))
const OauthApplicationsPage = lazyPage(() =>
  import('../credentials/OauthApplicationsPage.tsx').then((m) => m.OauthApplicationsPage),
)
const AuditPage = lazyPage(() => import('../audit/AuditPage.tsx').then((m) => m.AuditPage))
const AdminAppPage = lazyPage(() => import('./AdminAppPage.tsx').then((m) => m.AdminAppPage))
const AdminContactPage = lazyPage(() => import('./AdminContactPage.tsx').then((m) => m.AdminContactPage))
const ReviewQueuePage = lazyPage(() => import('../apps/ReviewQueuePage.tsx').then((m) => m.ReviewQueuePage))
const AppPage = lazyPage(() => import('./AppPage.tsx').then((m) => m.AppPage))
const EngagementReportPage = lazyPage(() =>
  import('../metrics/EngagementReportPage.tsx').then((m) => m.EngagementReportPage),
)
const AdminEngagementReportPage = lazyPage(() =>
  import('../metrics/EngagementReportPage.tsx').then((m) => m.AdminEngagementReportPage),
)
const InvitationPage = lazyPage(() =>
  import('../collaborators/InvitationPage.tsx').then((m) => m.InvitationPage),
)
const TermsPage = lazyPage(() => import('../documentation/TermsPage.tsx').then((m) => m.TermsPage))
const DocumentationPage = lazyPage(() =>
  import('../documentation/DocumentationPage.tsx').then((m) => m.DocumentationPage),
)
const MarketplacePage = lazyPage(() =>
  import('../marketplace/MarketplacePage.tsx').then((m) => m.MarketplacePage),
)
const MarketplaceAppPage = lazyPage(() =>
  import('../marketplace/MarketplaceAppPage.tsx').then((m) => m.MarketplaceAppPage),
)

const documentation = createRoute({
  getParentRoute: () => root,
  path: pageRoutes.documentationArea.pattern,
  beforeLoad: () => {
    throw redirect({ href: paths.documentation(), replace: true })
  },
})

const ReferencePage = lazyPage(() => import('../reference/ReferencePage.tsx').then((m) => m.ReferencePage))
const DocPage = lazyPage(() => import('../reference/DocPage.tsx').then((m) => m.DocPage))
const GroupPage = lazyPage(() => import('../reference/GroupPage.tsx').then((m) => m.GroupPage))
const ChangelogPage = lazyPage(() => import('../reference/ChangelogPage.tsx').then((m) => m.ChangelogPage))

const reference = createRoute({ getParentRoute: () => root, id: 'reference', component: ReferenceArea })

const forEveryone = [
  home,
  page(root, pageRoutes.signUp.pattern, SignUpPage),
  page(root, pageRoutes.signIn.pattern, SignInPage),
  page(root, pageRoutes.forgotPassword.pattern, ForgotPasswordPage),
  page(root, pageRoutes.resetPassword.pattern, ResetPasswordPage),
  page(root, pageRoutes.confirmEmail.pattern, ConfirmEmailPage),
  page(root, pageRoutes.terms.pattern, TermsPage),
  page(root, pageRoutes.invitation.pattern, InvitationPage),
  reference.addChildren([
    page(reference, pageRoutes.reference.pattern, ReferencePage),
    page(reference, pageRoutes.referenceDoc.pattern, DocPage),
    page(reference, pageRoutes.changelog.pattern, ChangelogPage),
    page(reference, pageRoutes.referenceGroup.pattern, GroupPage),
  ]),
  documentation,
  page(root, pageRoutes.documentation.pattern, DocumentationPage),
  page(root, pageRoutes.marketplace.pattern, MarketplacePage),
  page(root, pageRoutes.marketplaceApp.pattern, MarketplaceAppPage),
]

const forDevelopers = [
  page(signedIn, pageRoutes.account.pattern, OwnAccountPage),
  page(signedIn, pageRoutes.notifications.pattern, NotificationsPage),
  page(signedIn, pageRoutes.notification.pattern, NotificationPage),
  page(signedIn, pageRoutes.apps.pattern, AppsPage),
  servedPage(signedIn, pageRoutes.engagementReport.pattern, EngagementReportPage),
  page(signedIn, pageRoutes.app.pattern, AppPage),
]

const forAdmins = [
  page(adminOnly, pageRoutes.adminApps.pattern, AdminAppsPage),
  page(adminOnly, pageRoutes.reviewQueue.pattern, ReviewQueuePage),
  page(adminOnly, pageRoutes.newAdminContact.pattern, AdminContactPage),
  page(adminOnly, pageRoutes.adminContact.pattern, AdminContactPage),
  servedPage(adminOnly, pageRoutes.adminEngagementReport.pattern, AdminEngagementReportPage),
  page(adminOnly, pageRoutes.adminApp.pattern, AdminAppPage),
  page(adminOnly, pageRoutes.adminDevelopers.pattern, AdminDevelopersPage),
  page(adminOnly, pageRoutes.adminDeveloper.pattern, AdminDeveloperPage),
  page(adminOnly, pageRoutes.adminOauthApplications.pattern, OauthApplicationsPage),
  page(adminOnly, pageRoutes.adminNotifications.pattern, AdminNotificationsPage),
  page(adminOnly, pageRoutes.newAdminNotification.pattern, NewNotificationPage),
  page(adminOnly, pageRoutes.adminNotification.pattern, AdminNotificationPage),
  page(adminOnly, pageRoutes.rateLimits.pattern, QuotaMinderPage),
  page(adminOnly, pageRoutes.audit.pattern, AuditPage),
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
    parseSearch: parseBrackets,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: false,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteErrorScreen,
    defaultNotFoundComponent: NotFoundPage,
  })
