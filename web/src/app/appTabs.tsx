import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { CollaboratorsTab } from '../collaborators/CollaboratorsTab.tsx'
import { MetricsTab } from '../metrics/MetricsTab.tsx'
import type { AppTab } from '../paths.ts'
import { CredentialsTab } from './CredentialsTab.tsx'
import { AppConfigurationsTab, AppVersionsTab } from './ManifestTabs.tsx'
import { Placeholder } from './PlaceholderPage.tsx'

export interface AppTabProps {
  app: DeveloperApp
  permissions: AppPermissions
}

function placeholderTab(text: 'settings' | 'marketplaceListing') {
  return function Tab() {
    const { t } = useTranslation()
    return <Placeholder detail={t(`shell.placeholder.${text}`)} />
  }
}

/** What each address of the app page shows. */
export const appTabComponents: Record<AppTab, ComponentType<AppTabProps>> = {
  configurations: AppConfigurationsTab,
  versions: AppVersionsTab,
  settings: placeholderTab('settings'),
  oauth_credentials: CredentialsTab,
  collaborators: CollaboratorsTab,
  marketplace_listing: placeholderTab('marketplaceListing'),
  metrics: MetricsTab,
}
