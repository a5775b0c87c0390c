import type { ReviewRoles } from '@trestle/domain/manifests/rules.ts'
import type { PermissionBuilder } from './EditorToolbar.tsx'

/** What the person at the screen may do with an app's versions, and with which help. */
export interface Rights {
  canModify: boolean
  semanticVersions: boolean
  reviewRoles: ReviewRoles
  /** Staff look at other people's apps: they review, they neither create nor promote. */
  isStaffScreen: boolean
  /** Null where the permission builder is switched off. */
  permissionBuilder: PermissionBuilder | null
}

export interface NamedApp {
  id: number
  internal_name: string
}
