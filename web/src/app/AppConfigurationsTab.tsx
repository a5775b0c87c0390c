import { useNavigate } from '@tanstack/react-router'
import { pageRoutes } from '@trestle/domain/routes.ts'
import { ConfigurationsTab } from '../manifests/configurations/ConfigurationsTab.tsx'
import type { PermissionBuilderDrawerProps } from '../permissions/PermissionBuilderDrawer.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import type { AppTabProps } from './appTabs.tsx'
import { toDeveloperRights } from './developerRights.ts'

const PermissionBuilderDrawer = lazyOverlay<PermissionBuilderDrawerProps>(() =>
  import('../permissions/PermissionBuilderDrawer.tsx').then((m) => m.PermissionBuilderDrawer),
)

export function AppConfigurationsTab({ app, permissions }: AppTabProps) {
  const navigate = useNavigate()
  const rights = toDeveloperRights(permissions)
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
