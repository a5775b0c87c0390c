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
import * as pages from './lazyPages.ts'
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

const home = createRoute({
  getParentRoute: () => root,
  path: pageRoutes.home.pattern,
  component: pages.HomePage,
  beforeLoad: () => {
    if (currentSession().developer) throw redirect({ to: paths.apps(), replace: true })
  },
})

const documentation = createRoute({
  getParentRoute: () => root,
  path: pageRoutes.documentationArea.pattern,
  beforeLoad: ({ location }): void => {
    throw redirect({ href: paths.documentation() + location.searchStr, replace: true })
  },
})

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
    component: pages.ReferencePage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => reference,
    path: pageRoutes.referenceDoc.pattern,
    component: pages.DocPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => reference,
    path: pageRoutes.changelog.pattern,
    component: pages.ChangelogPage,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => reference,
    path: pageRoutes.referenceGroup.pattern,
    component: pages.GroupPage,
  }),
]

const forEveryone = [
  home,
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.signUp.pattern,
    component: pages.SignUpPage,
    validateSearch: readReturnToSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.signIn.pattern,
    component: pages.SignInPage,
    validateSearch: readReturnToSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.forgotPassword.pattern,
    component: pages.ForgotPasswordPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.resetPassword.pattern,
    component: pages.ResetPasswordPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.confirmEmail.pattern,
    component: pages.ConfirmEmailPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.cancelFactorReset.pattern,
    component: pages.CancelFactorResetPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.changeEmail.pattern,
    component: pages.ChangeEmailPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.undoEmailChange.pattern,
    component: pages.UndoEmailChangePage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.unsubscribe.pattern,
    component: pages.UnsubscribePage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.terms.pattern,
    component: pages.TermsPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.invitation.pattern,
    component: pages.InvitationPage,
  }),
  reference.addChildren(referencePages),
  documentation,
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.documentation.pattern,
    component: pages.DocumentationPage,
    validateSearch: readDocumentationSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.marketplace.pattern,
    component: pages.MarketplacePage,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => root,
    path: pageRoutes.marketplaceApp.pattern,
    component: pages.MarketplaceAppPage,
  }),
]

const forDevelopers = [
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.account.pattern,
    component: pages.OwnAccountPage,
    loader: loaders.account,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.accountTokens.pattern,
    component: pages.PersonalTokensPage,
    loader: loaders.accountTokens,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.consent.pattern,
    component: pages.ConsentPage,
    loader: (load) => loaders.consent(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.authorizedApps.pattern,
    component: pages.AuthorizedAppsPage,
    loader: loaders.authorizedApps,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.accountSecurityEvents.pattern,
    component: pages.AccountSecurityEventsPage,
    loader: loaders.accountSecurityEvents,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.notifications.pattern,
    component: pages.NotificationsPage,
    loader: loaders.notifications,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.notification.pattern,
    component: pages.NotificationPage,
    loader: (load) => loaders.notification(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.apps.pattern,
    component: pages.AppsPage,
    loader: loaders.apps,
    validateSearch: readAppsSearch,
  }),
  createRoute({
    ...servedPage,
    getParentRoute: () => signedIn,
    path: pageRoutes.engagementReport.pattern,
    component: pages.EngagementReportPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => signedIn,
    path: pageRoutes.app.pattern,
    component: pages.AppPage,
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
    component: pages.AdminAppsPage,
    loader: loaders.adminApps,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.reviewQueue.pattern,
    component: pages.ReviewQueuePage,
    loader: loaders.reviewQueue,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.newAdminContact.pattern,
    component: pages.NewAdminContactPage,
    loader: (load) => loaders.adminContact(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminContact.pattern,
    component: pages.AdminContactPage,
    loader: (load) => loaders.adminContact(load),
  }),
  createRoute({
    ...servedPage,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminEngagementReport.pattern,
    component: pages.AdminEngagementReportPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminApp.pattern,
    component: pages.AdminAppPage,
    loader: (load) => loaders.adminApp(load),
    validateSearch: readAppSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminDevelopers.pattern,
    component: pages.AdminDevelopersPage,
    loader: loaders.adminDevelopers,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminDeveloper.pattern,
    component: pages.AdminDeveloperPage,
    loader: (load) => loaders.adminDeveloper(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminOauthApplications.pattern,
    component: pages.OauthApplicationsPage,
    loader: loaders.adminOauthApplications,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminNotifications.pattern,
    component: pages.AdminNotificationsPage,
    loader: loaders.adminNotifications,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.newAdminNotification.pattern,
    component: pages.NewNotificationPage,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.adminNotification.pattern,
    component: pages.AdminNotificationPage,
    loader: (load) => loaders.adminNotification(load),
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.rateLimits.pattern,
    component: pages.QuotaMinderPage,
    loader: loaders.rateLimits,
    validateSearch: readRateLimitsSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.jobs.pattern,
    component: pages.JobsPage,
    loader: loaders.jobs,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.audit.pattern,
    component: pages.AuditPage,
    loader: loaders.audit,
    validateSearch: readListSearch,
  }),
  createRoute({
    ...page,
    getParentRoute: () => adminOnly,
    path: pageRoutes.securityEvents.pattern,
    component: pages.AdminSecurityEventsPage,
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
