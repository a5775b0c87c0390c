import { accountRoutes, passwordResetRoutes, registrationRoutes } from './accounts/routes.ts'
import { factorRoutes } from './accounts/factors/routes.ts'
import { adminAccountRoutes } from './accounts/adminRoutes.ts'
import { accountDeletionRoutes } from './accounts/deletion/routes.ts'
import { emailChangeRoutes } from './accounts/emailChanges/routes.ts'
import { termsAcceptanceRoutes } from './accounts/termsAcceptances/routes.ts'
import { suspensionRoutes } from './accounts/suspensions/adminRoutes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { adminAuditRoutes } from './audit/adminRoutes.ts'
import { appRoutes } from './apps/routes.ts'
import { adminAppRoutes } from './apps/adminRoutes.ts'
import { adminContactRoutes } from './apps/contacts/adminRoutes.ts'
import { adminCredentialRoutes } from './credentials/adminRoutes.ts'
import { listSecretsSince } from './credentials/listSecretsSince.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { findInvitedAddress } from './collaborators/findInvitedAddress.ts'
import { collaboratorRoutes, guestRoutes } from './collaborators/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { documentationRoutes } from './documentation/routes.ts'
import { endAccess } from './endAccess.ts'
import { endAccessSince } from './endAccessSince.ts'
import { forgetPerson } from './forgetPerson.ts'
import type { Route } from './http/route.ts'
import { jobHandlers } from './jobHandlers.ts'
import { adminJobRoutes } from './jobs/adminRoutes.ts'
import { adminListingRoutes } from './listings/adminRoutes.ts'
import { listingRoutes } from './listings/routes.ts'
import { manifestRoutes } from './manifests/routes.ts'
import { marketplaceRoutes } from './marketplace/routes.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { adminNotificationRoutes } from './notifications/adminRoutes.ts'
import { notificationPreferenceRoutes } from './notificationPreferences/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { findForStaff, lockForStaff } from './notifications/write.ts'
import { personalTokenRoutes } from './personalTokens/routes.ts'
import { revokeLeakedOauthToken } from './oauth/revokeLeaked.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { revokeLeakedToken } from './personalTokens/revokeLeaked.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { adminSecurityEventRoutes } from './securityEvents/adminRoutes.ts'
import { securityEventRoutes } from './securityEvents/routes.ts'
import { adminSandboxRoutes } from './sandboxes/adminRoutes.ts'
import { platformApiRoutes } from './platformApi/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { adminQuotaRoutes } from './quotas/adminRoutes.ts'
import { quotaRoutes } from './quotas/routes.ts'
import { sandboxRoutes } from './sandboxes/routes.ts'

/** Every call of the product. A route that isn't in this list isn't mounted. */
export const routes: Route[] = [
  ...accountRoutes,
  ...registrationRoutes({ findInvitedAddress }),
  ...passwordResetRoutes({ endAccessSince }),
  ...factorRoutes,
  ...adminAccountRoutes,
  ...accountDeletionRoutes({ endAccess, forgetPerson }),
  ...emailChangeRoutes({ endAccessSince, listSecretsSince }),
  ...termsAcceptanceRoutes,
  ...suspensionRoutes({ endAccess }),
  ...analyticsRoutes,
  ...appRoutes,
  ...adminAppRoutes,
  ...adminContactRoutes,
  ...credentialRoutes({ revokeLeakedToken, revokeLeakedOauthToken }),
  ...adminCredentialRoutes,
  ...adminAuditRoutes,
  ...adminJobRoutes(jobHandlers),
  ...collaboratorRoutes,
  ...guestRoutes,
  ...sandboxRoutes,
  ...adminSandboxRoutes,
  ...manifestRoutes,
  ...personalTokenRoutes,
  ...oauthRoutes,
  ...permissionRoutes,
  ...metricsRoutes,
  ...documentationRoutes,
  ...draftRoutes({ findNotification: findForStaff, lockNotification: lockForStaff }),
  ...notificationRoutes,
  ...notificationPreferenceRoutes,
  ...adminNotificationRoutes,
  ...listingRoutes,
  ...adminListingRoutes,
  ...referenceRoutes,
  ...platformApiRoutes,
  ...quotaRoutes,
  ...adminQuotaRoutes,
  ...marketplaceRoutes,
  ...securityEventRoutes,
  ...adminSecurityEventRoutes,
]
