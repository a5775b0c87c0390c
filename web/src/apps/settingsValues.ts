import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'

export type SettingsValues = {
  name: string
  internal_name: string
  redirect_uri: string
  allowed_cors_domain: string
  legacy: boolean
  connectable: boolean
  /** A chosen picture that isn't saved yet. */
  thumbnail: File | null
  remove_thumbnail: boolean
}

export const toSettingsValues = (app: DeveloperApp): SettingsValues => ({
  name: app.name,
  internal_name: app.internal_name,
  redirect_uri: app.redirect_uri,
  allowed_cors_domain: app.allowed_cors_domain,
  legacy: app.legacy,
  connectable: app.connectable,
  thumbnail: null,
  remove_thumbnail: false,
})

type Locked = Record<'name' | 'internal_name' | 'redirect_uri' | 'thumbnail' | 'others', boolean>

/** Returns the fields the user may not change: all of them or single ones (SET-14, SET-18). */
export function lockedFields({
  canEdit,
  appFieldPermissions: disabled,
}: Pick<AppPermissions, 'canEdit' | 'appFieldPermissions'>): Locked {
  return {
    name: !canEdit,
    internal_name: !canEdit || disabled.internal_name,
    redirect_uri: !canEdit || disabled.redirect_uri,
    thumbnail: !canEdit || disabled.thumbnail,
    others: !canEdit,
  }
}

interface Sent {
  /** Sent as JSON or as form fields. */
  body: Partial<Omit<SettingsValues, 'thumbnail'>>
  /** The form's files; undefined if plain JSON is enough (SET-25). */
  files: Record<string, File> | undefined
}

/** Returns what a save sends of the changed fields: as a form if the picture changes. */
export function sentSettings({ thumbnail, remove_thumbnail, ...body }: Partial<SettingsValues>): Sent {
  if (thumbnail) return { body, files: { thumbnail } }
  if (remove_thumbnail) return { body: { ...body, remove_thumbnail }, files: {} }
  return { body, files: undefined }
}
