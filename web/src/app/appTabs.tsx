import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { AppTab } from '@trestle/domain/routes.ts'
import { lazyPage, type LazyPage } from '../ui/retry.ts'

export interface AppTabProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/** The component of each tab on the app page. The page's loader waits for that of the open tab. */
export const appTabComponents: Record<AppTab, LazyPage<AppTabProps>> = {
  configurations: lazyPage(() => import('./AppConfigurationsTab.tsx').then((m) => m.AppConfigurationsTab)),
  versions: lazyPage(() => import('./AppVersionsTab.tsx').then((m) => m.AppVersionsTab)),
  settings: lazyPage(() => import('../apps/SettingsTab.tsx').then((m) => m.SettingsTab)),
  oauth_credentials: lazyPage(() => import('./CredentialsTab.tsx').then((m) => m.CredentialsTab)),
  collaborators: lazyPage(() =>
    import('../collaborators/CollaboratorsTab.tsx').then((m) => m.CollaboratorsTab),
  ),
  marketplace_listing: lazyPage(() => import('./AppListingTab.tsx').then((m) => m.AppListingTab)),
  metrics: lazyPage(() => import('../metrics/MetricsTab.tsx').then((m) => m.MetricsTab)),
}

/** Replaces the tabs that wait for a sandbox. */
export const SandboxMissing: LazyPage<AppTabProps> = lazyPage(() =>
  import('../sandboxes/SandboxMissing.tsx').then((m) => m.SandboxMissing),
)
