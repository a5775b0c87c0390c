import { VersionsTab } from '../manifests/versions/VersionsTab.tsx'
import { AppManifests } from './AppManifests.tsx'
import type { AppTabProps } from './appTabs.tsx'
import { toDeveloperRights } from './developerRights.ts'

export function AppVersionsTab({ app, permissions }: AppTabProps) {
  const rights = toDeveloperRights(permissions)
  return (
    <VersionsTab app={app} rights={rights}>
      <AppManifests app={app} rights={rights} first="sandbox" />
    </VersionsTab>
  )
}
