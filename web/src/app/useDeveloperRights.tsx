import type { AppPermissions } from '@trestle/domain/apps/contract.ts'
import { useSession } from '../http/session.ts'
import type { PermissionBuilder } from '../manifests/editor/EditorToolbar.tsx'
import type { Rights } from '../manifests/rights.ts'
import type { PermissionBuilderDialogProps } from '../permissions/PermissionBuilderDialog.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'

const PermissionBuilderDialog = lazyOverlay<PermissionBuilderDialogProps>(() =>
  import('../permissions/PermissionBuilderDialog.tsx').then((m) => m.PermissionBuilderDialog),
)

const permissionBuilder: PermissionBuilder = (props) => <PermissionBuilderDialog {...props} />

/** Platform staff who also work on an app have both review roles. */
export function useDeveloperRights(permissions: AppPermissions): Rights {
  const isPlatformAdmin = useSession().is_admin
  return {
    canModify: permissions.canModify,
    canSetSemanticVersions: permissions.canSetSemanticVersions,
    reviewRoles: { developer: permissions.canModify, staff: isPlatformAdmin },
    isStaffScreen: false,
    permissionBuilder: permissions.canUsePermissionBuilder ? permissionBuilder : null,
  }
}
