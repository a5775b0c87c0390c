import { maxAppName, type AppPermissions, type DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { requiredLine } from '@trestle/domain/http/fields.ts'
import { z } from 'zod'
import { redirectSchema } from '../shared/redirects.ts'

export interface SettingsValues extends Record<string, unknown> {
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

const names = { name: requiredLine(maxAppName), internal_name: requiredLine(maxAppName) }

/** Doesn't validate fields that aren't on the page (SET-15 to SET-17). */
export const settingsSchema = (hasCredentials: boolean) =>
  z.object(hasCredentials ? { ...names, ...redirectSchema } : names)

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
  body: Record<string, string | boolean>
  /** The form's files; undefined if plain JSON is enough (SET-25). */
  files: Record<string, File> | undefined
}

/** Returns what a save sends: every field the user may change, as a form if the picture changes. */
export function sentSettings(values: SettingsValues, locked: Locked, hasCredentials: boolean): Sent {
  const { name, internal_name, redirect_uri, allowed_cors_domain, legacy, connectable } = values
  const body = {
    name,
    ...(!locked.internal_name && { internal_name }),
    ...(hasCredentials && {
      ...(!locked.redirect_uri && { redirect_uri }),
      allowed_cors_domain,
      legacy,
      connectable,
    }),
  }
  if (locked.thumbnail) return { body, files: undefined }
  if (values.thumbnail) return { body, files: { thumbnail: values.thumbnail } }
  if (values.remove_thumbnail) return { body: { ...body, remove_thumbnail: true }, files: {} }
  return { body, files: undefined }
}
