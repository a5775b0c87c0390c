import type { AppPermissions } from '@trestle/domain/apps/contract.ts'
import type { Rights } from '../manifests/rights.ts'
import { developerReviewRole } from '../manifests/versions/versionActions.ts'
import type { PermissionBuilderDialogProps } from '../permissions/PermissionBuilderDialog.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'

const PermissionBuilderDialog = lazyOverlay<PermissionBuilderDialogProps>(() =>
  import('../permissions/PermissionBuilderDialog.tsx').then((m) => m.PermissionBuilderDialog),
)

/** Returns what a member of the app may do with its versions on the pages of developers. */
export function toDeveloperRights(permissions: AppPermissions): Rights {
  return {
    canModify: permissions.canModify,
    canSetSemanticVersions: permissions.canSetSemanticVersions,
    reviewRole: developerReviewRole(permissions),
    isStaffScreen: false,
    permissionBuilder: permissions.canUsePermissionBuilder ? PermissionBuilderDialog : null,
  }
}
