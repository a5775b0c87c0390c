import { useNavigate } from '@tanstack/react-router'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { environmentTypes, type EnvironmentType } from '@trestle/domain/manifests/contract.ts'
import { pageRoutes } from '@trestle/domain/routes.ts'
import { useFlags, useSession } from '../http/session.ts'
import { ConfigurationsTab } from '../manifests/configurations/ConfigurationsTab.tsx'
import type { PermissionBuilder } from '../manifests/editor/EditorToolbar.tsx'
import { ManifestsSection } from '../manifests/versions/ManifestsSection.tsx'
import { ReviewHistory } from '../manifests/review/ReviewHistory.tsx'
import type { NamedApp, Rights } from '../manifests/rights.ts'
import { VersionsTab } from '../manifests/versions/VersionsTab.tsx'
import { PermissionBuilderDialog } from '../permissions/PermissionBuilderDialog.tsx'
import { PermissionBuilderDrawer } from '../permissions/PermissionBuilderDrawer.tsx'
import { useAddressChoice } from '../shared/useAddressChoice.ts'

interface AppTabProps {
  app: DeveloperApp
  permissions: AppPermissions
}

const permissionBuilder: PermissionBuilder = (props) => <PermissionBuilderDialog {...props} />

/** Platform staff who also work on an app have both review roles. */
function useDeveloperRights(permissions: AppPermissions): Rights {
  const isPlatformAdmin = useSession().is_admin
  return {
    canModify: permissions.canModify,
    semanticVersions: permissions.canSetSemanticVersions,
    reviewRoles: { developer: permissions.canModify, platform_admin: isPlatformAdmin },
    isStaffScreen: false,
    permissionBuilder: permissions.canUsePermissionBuilder ? permissionBuilder : null,
  }
}

export function AppConfigurationsTab({ app, permissions }: AppTabProps) {
  const navigate = useNavigate()
  const rights = useDeveloperRights(permissions)
  /** Skips the unsaved-changes question: the promotion already saved the release notes. */
  const showProduction = () =>
    void navigate({
      to: pageRoutes.app.pattern,
      params: { id: String(app.id), tab: 'versions' },
      search: { environment: 'production' },
      ignoreBlocker: true,
    })
  return (
    <ConfigurationsTab
      app={app}
      rights={rights}
      permissionDrawer={permissions.canUsePermissionBuilder ? PermissionBuilderDrawer : null}
      sandboxUrl={app.sandbox?.url ?? null}
      onPromoted={showProduction}
    />
  )
}

export function AppVersionsTab({ app, permissions }: AppTabProps) {
  const rights = useDeveloperRights(permissions)
  return (
    <VersionsTab app={app} rights={rights}>
      <Manifests app={app} rights={rights} first="sandbox" />
    </VersionsTab>
  )
}

const staffRights: Omit<Rights, 'semanticVersions'> = {
  canModify: false,
  reviewRoles: { developer: false, platform_admin: true },
  isStaffScreen: true,
  permissionBuilder: null,
}

/** For the General tab of the admin page (MAN-07). Staff look and review, so promoted versions come first. */
export function AdminManifests({ app }: { app: NamedApp }) {
  const semanticVersions = useFlags().semantic_versions
  return <Manifests app={app} rights={{ ...staffRights, semanticVersions }} first="production" />
}

function Manifests({ app, rights, first }: { app: NamedApp; rights: Rights; first: EnvironmentType }) {
  const [environment, setEnvironment] = useAddressChoice(
    rights.isStaffScreen ? 'staff' : 'developer',
    'environment',
    environmentTypes,
    first,
  )
  return (
    <>
      <ManifestsSection app={app} rights={rights} environment={environment} onEnvironment={setEnvironment} />
      <ReviewHistory appId={app.id} />
    </>
  )
}
