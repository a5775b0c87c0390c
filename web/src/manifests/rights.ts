import type { ReviewRole } from '@trestle/domain/manifests/rules.ts'
import type { PermissionBuilder } from './editor/EditorToolbar.tsx'

/** The user's permissions on an app's versions, and the tools that the screen offers. */
export interface Rights {
  canModify: boolean
  canSetSemanticVersions: boolean
  reviewRole: ReviewRole
  /** Staff screens show other people's apps: staff review, but don't create or promote. */
  isStaffScreen: boolean
  /** Null where the permission builder is disabled. */
  permissionBuilder: PermissionBuilder | null
}

export interface NamedApp {
  id: number
  internal_name: string
}
