import type { ComponentType } from 'react'
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent.ts'

/** Declares the type, because the pages' own types follow from the router's. */
const lazyPage = (load: () => Promise<ComponentType>): LazyComponent<object> => lazyComponent(load)

export const HomePage = lazyPage(() => import('./HomePage.tsx').then((m) => m.HomePage))
export const SignInPage = lazyPage(() => import('./accountRoutes.tsx').then((m) => m.SignInRoute))
export const SignUpPage = lazyPage(() => import('./accountRoutes.tsx').then((m) => m.SignUpRoute))
export const ForgotPasswordPage = lazyPage(() =>
  import('../accounts/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage),
)
export const ResetPasswordPage = lazyPage(() =>
  import('./accountRoutes.tsx').then((m) => m.ResetPasswordRoute),
)
export const ConfirmEmailPage = lazyPage(() =>
  import('../accounts/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage),
)
export const CancelFactorResetPage = lazyPage(() =>
  import('../accounts/factors/CancelFactorResetPage.tsx').then((m) => m.CancelFactorResetPage),
)
export const ChangeEmailPage = lazyPage(() =>
  import('../accounts/ChangeEmailPage.tsx').then((m) => m.ChangeEmailPage),
)
export const UndoEmailChangePage = lazyPage(() =>
  import('../accounts/UndoEmailChangePage.tsx').then((m) => m.UndoEmailChangePage),
)
export const UnsubscribePage = lazyPage(() =>
  import('../notificationPreferences/UnsubscribePage.tsx').then((m) => m.UnsubscribePage),
)
export const OwnAccountPage = lazyPage(() => import('./OwnAccountPage.tsx').then((m) => m.OwnAccountPage))
export const ConsentPage = lazyPage(() => import('./ConsentPage.tsx').then((m) => m.ConsentPage))
export const AuthorizedAppsPage = lazyPage(() =>
  import('../oauth/AuthorizedAppsPage.tsx').then((m) => m.AuthorizedAppsPage),
)
export const AdminDevelopersPage = lazyPage(() =>
  import('../accounts/AdminDevelopersPage.tsx').then((m) => m.AdminDevelopersPage),
)
export const AdminDeveloperPage = lazyPage(() =>
  import('../accounts/AdminDeveloperPage.tsx').then((m) => m.AdminDeveloperPage),
)
export const NotificationsPage = lazyPage(() =>
  import('../notifications/NotificationsPage.tsx').then((m) => m.NotificationsPage),
)
export const NotificationPage = lazyPage(() =>
  import('../notifications/NotificationPage.tsx').then((m) => m.NotificationPage),
)
export const AdminNotificationsPage = lazyPage(() =>
  import('../notifications/AdminNotificationsPage.tsx').then((m) => m.AdminNotificationsPage),
)
export const NewNotificationPage = lazyPage(() =>
  import('../notifications/AdminNotificationPage.tsx').then((m) => m.NewNotificationPage),
)
export const AdminNotificationPage = lazyPage(() =>
  import('../notifications/AdminNotificationPage.tsx').then((m) => m.AdminNotificationPage),
)
export const QuotaMinderPage = lazyPage(() =>
  import('../quotas/QuotaMinderPage.tsx').then((m) => m.QuotaMinderPage),
)
export const AppsPage = lazyPage(() => import('../apps/AppsPage.tsx').then((m) => m.AppsPage))
export const AdminAppsPage = lazyPage(() => import('../apps/AdminAppsPage.tsx').then((m) => m.AdminAppsPage))
export const OauthApplicationsPage = lazyPage(() =>
  import('../credentials/OauthApplicationsPage.tsx').then((m) => m.OauthApplicationsPage),
)
export const AuditPage = lazyPage(() => import('../audit/AuditPage.tsx').then((m) => m.AuditPage))
export const AdminSecurityEventsPage = lazyPage(() =>
  import('../securityEvents/AdminSecurityEventsPage.tsx').then((m) => m.AdminSecurityEventsPage),
)
export const PersonalTokensPage = lazyPage(() =>
  import('../personalTokens/PersonalTokensPage.tsx').then((m) => m.PersonalTokensPage),
)
export const AccountSecurityEventsPage = lazyPage(() =>
  import('../securityEvents/AccountSecurityEventsPage.tsx').then((m) => m.AccountSecurityEventsPage),
)
export const JobsPage = lazyPage(() => import('../jobs/JobsPage.tsx').then((m) => m.JobsPage))
export const AdminAppPage = lazyPage(() => import('./AdminAppPage.tsx').then((m) => m.AdminAppPage))
export const NewAdminContactPage = lazyPage(() =>
  import('./AdminContactPage.tsx').then((m) => m.NewAdminContactPage),
)
export const AdminContactPage = lazyPage(() =>
  import('./AdminContactPage.tsx').then((m) => m.AdminContactPage),
)
export const ReviewQueuePage = lazyPage(() =>
  import('../apps/ReviewQueuePage.tsx').then((m) => m.ReviewQueuePage),
)
export const AppPage = lazyPage(() => import('./AppPage.tsx').then((m) => m.AppPage))
export const EngagementReportPage = lazyPage(() =>
  import('../metrics/EngagementReportPage.tsx').then((m) => m.EngagementReportPage),
)
export const AdminEngagementReportPage = lazyPage(() =>
  import('../metrics/EngagementReportPage.tsx').then((m) => m.AdminEngagementReportPage),
)
export const InvitationPage = lazyPage(() =>
  import('../collaborators/InvitationPage.tsx').then((m) => m.InvitationPage),
)
export const TermsPage = lazyPage(() => import('../documentation/TermsPage.tsx').then((m) => m.TermsPage))
export const DocumentationPage = lazyPage(() =>
  import('../documentation/DocumentationPage.tsx').then((m) => m.DocumentationPage),
)
export const MarketplacePage = lazyPage(() =>
  import('../marketplace/MarketplacePage.tsx').then((m) => m.MarketplacePage),
)
export const MarketplaceAppPage = lazyPage(() =>
  import('../marketplace/MarketplaceAppPage.tsx').then((m) => m.MarketplaceAppPage),
)
export const ReferencePage = lazyPage(() =>
  import('../reference/ReferencePage.tsx').then((m) => m.ReferencePage),
)
export const DocPage = lazyPage(() => import('../reference/DocPage.tsx').then((m) => m.DocPage))
export const GroupPage = lazyPage(() => import('../reference/GroupPage.tsx').then((m) => m.GroupPage))
export const ChangelogPage = lazyPage(() =>
  import('../reference/ChangelogPage.tsx').then((m) => m.ChangelogPage),
)
