import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { AppTab } from '@trestle/domain/routes.ts'
import type { ComponentType } from 'react'
import { SettingsTab } from '../apps/SettingsTab.tsx'
import { CollaboratorsTab } from '../collaborators/CollaboratorsTab.tsx'
import { ListingTab } from '../listings/ListingTab.tsx'
import { MetricsTab } from '../metrics/MetricsTab.tsx'
import { CredentialsTab } from './CredentialsTab.tsx'
import { AppConfigurationsTab, AppVersionsTab } from './ManifestTabs.tsx'
import { ListingPreview } from './ListingPreview.tsx'

export interface AppTabProps {
  app: DeveloperApp
  permissions: AppPermissions
}

function AppListingTab(props: AppTabProps) {
  return <ListingTab {...props} preview={(shown) => <ListingPreview {...shown} />} />
}

/** The component of each tab on the app page. */
export const appTabComponents: Record<AppTab, ComponentType<AppTabProps>> = {
  configurations: AppConfigurationsTab,
  versions: AppVersionsTab,
  settings: SettingsTab,
  oauth_credentials: CredentialsTab,
  collaborators: CollaboratorsTab,
  marketplace_listing: AppListingTab,
  metrics: MetricsTab,
}
