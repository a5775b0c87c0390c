import { type accountLimits, accounts } from './accounts.ts'
import { accountDeletion } from './accountDeletion.ts'
import { adminApp } from './adminApp.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { type clientSecretLimits, clientSecrets } from './clientSecrets.ts'
import { components } from './components.ts'
import { credentials } from './credentials.ts'
import { type credentialSuspensionLimits, credentialSuspensions } from './credentialSuspensions.ts'
import { dataConnector } from './dataConnector.ts'
import { configurations } from './configurations.ts'
import { type collaboratorLimits, collaborators } from './collaborators.ts'
import { type emailChangeLimits, emailChanges } from './emailChanges.ts'
import { drafts } from './drafts.ts'
import { documentation } from './documentation.ts'
import { jobs } from './jobs.ts'
import { type listingLimits, listings } from './listings.ts'
import { manifests } from './manifests.ts'
import { type factorLimits, factors } from './factors.ts'
import { marketplace } from './marketplace.ts'
import { metrics, type metricsLimits } from './metrics.ts'
import { type notificationPreferenceLimits, notificationPreferences } from './notificationPreferences.ts'
import { type notificationLimits, notifications } from './notifications.ts'
import { type oauthDecisionLimits, oauthDecisions } from './oauthDecisions.ts'
import { oauth } from './oauth.ts'
import { palette } from './palette.ts'
import { permissions } from './permissions.ts'
import { type personalTokenLimits, personalTokens } from './personalTokens.ts'
import { reference } from './reference.ts'
import { questionnaire } from './questionnaire.ts'
import { type quotaLimits, quotas } from './quotas.ts'
import { releases } from './releases.ts'
import { sandboxes } from './sandboxes.ts'
import { type securityEventLimits, securityEvents } from './securityEvents.ts'
import { settings, type settingsLimits } from './settings.ts'
import { shell } from './shell.ts'
import { type suspensionLimits, suspensions } from './suspensions.ts'
import { termsAcceptance } from './termsAcceptance.ts'
import { ui } from './ui.ts'
import { uploads } from './uploads.ts'

/** Every text of the product, by feature. `t('apps.list.title')` reads `apps.list.title`. */
export const en = {
  accountDeletion,
  accounts,
  adminApp,
  apps,
  audit,
  clientSecrets,
  components,
  credentials,
  credentialSuspensions,
  dataConnector,
  configurations,
  collaborators,
  documentation,
  drafts,
  factors,
  emailChanges,
  jobs,
  listings,
  manifests,
  marketplace,
  metrics,
  notificationPreferences,
  notifications,
  oauth,
  oauthDecisions,
  palette,
  permissions,
  personalTokens,
  reference,
  releases,
  questionnaire,
  quotas,
  sandboxes,
  securityEvents,
  settings,
  shell,
  suspensions,
  termsAcceptance,
  ui,
  uploads,
} as const

/** The limits that texts name as variables: `{{maxPasswordLength}}`. */
export type Limits = typeof accountLimits &
  typeof clientSecretLimits &
  typeof credentialSuspensionLimits &
  typeof oauthDecisionLimits &
  typeof collaboratorLimits &
  typeof factorLimits &
  typeof listingLimits &
  typeof metricsLimits &
  typeof notificationPreferenceLimits &
  typeof notificationLimits &
  typeof personalTokenLimits &
  typeof quotaLimits &
  typeof emailChangeLimits &
  typeof securityEventLimits &
  typeof suspensionLimits &
  typeof settingsLimits
