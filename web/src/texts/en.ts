import { accounts } from './accounts.ts'
import { adminApp } from './adminApp.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { components } from './components.ts'
import { credentials } from './credentials.ts'
import { dataConnector } from './dataConnector.ts'
import { configurations } from './configurations.ts'
import { collaborators } from './collaborators.ts'
import { drafts } from './drafts.ts'
import { documentation } from './documentation.ts'
import { jobs } from './jobs.ts'
import { listings } from './listings.ts'
import { manifests } from './manifests.ts'
import { marketplace } from './marketplace.ts'
import { metrics } from './metrics.ts'
import { notifications } from './notifications.ts'
import { permissions } from './permissions.ts'
import { reference } from './reference.ts'
import { quotas } from './quotas.ts'
import { sandboxes } from './sandboxes.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { ui } from './ui.ts'

/** Every text of the product, by feature. `t('apps.list.title')` reads `apps.list.title`. */
export const en = {
  accounts,
  adminApp,
  apps,
  audit,
  components,
  credentials,
  dataConnector,
  configurations,
  collaborators,
  documentation,
  drafts,
  jobs,
  listings,
  manifests,
  marketplace,
  metrics,
  notifications,
  permissions,
  reference,
  quotas,
  sandboxes,
  settings,
  shell,
  ui,
} as const
