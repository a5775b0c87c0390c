import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { AppTab } from '@trestle/domain/routes.ts'
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent.ts'

export interface AppTabProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/** The component of each tab on the app page. The page's loader waits for the open tab's component. */
export const appTabComponents: Record<AppTab, LazyComponent<AppTabProps>> = {
  configurations: lazyComponent(() =>
    import('./AppConfigurationsTab.tsx').then((m) => m.AppConfigurationsTab),
  ),
  versions: lazyComponent(() => import('./AppVersionsTab.tsx').then((m) => m.AppVersionsTab)),
  settings: lazyComponent(() => import('../apps/SettingsTab.tsx').then((m) => m.SettingsTab)),
  oauth_credentials: lazyComponent(() => import('./CredentialsTab.tsx').then((m) => m.CredentialsTab)),
  collaborators: lazyComponent(() =>
    import('../collaborators/CollaboratorsTab.tsx').then((m) => m.CollaboratorsTab),
  ),
  marketplace_listing: lazyComponent(() => import('./AppListingTab.tsx').then((m) => m.AppListingTab)),
  metrics: lazyComponent(() => import('../metrics/MetricsTab.tsx').then((m) => m.MetricsTab)),
}

/** Replaces the tabs that wait for a sandbox. */
export const SandboxMissing: LazyComponent<AppTabProps> = lazyComponent(() =>
  import('../sandboxes/SandboxMissing.tsx').then((m) => m.SandboxMissing),
)
