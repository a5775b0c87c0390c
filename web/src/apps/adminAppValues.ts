import { maxAppName, type AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { optionalLine, requiredLine } from '@trestle/domain/http/fields.ts'
import { z } from 'zod'
import { redirectSchema } from '../shared/redirects.ts'
import type { PickerOption } from '../ui/AsyncPicker.tsx'
import { toSettingsValues, type SettingsValues } from './settingsValues.ts'

export type AdminAppValues = SettingsValues & {
  confidential: boolean
  /** As typed; empty for none. */
  external_owner_id: string
  /** The owner once the app is saved; null to keep the current one (AAPP-39). */
  owner: PickerOption | null
}

export const toAdminValues = (app: AdminDeveloperApp): AdminAppValues => ({
  ...toSettingsValues(app),
  confidential: app.confidential,
  external_owner_id: app.external_owner_id === null ? '' : String(app.external_owner_id),
  owner: null,
})

const name = requiredLine(maxAppName)

/** Staff need not name an app that has no public name yet. */
export const adminAppSchema = ({ name: stored }: { name: string }) =>
  z.object({
    ...redirectSchema,
    internal_name: name,
    name: stored === '' ? optionalLine(maxAppName) : name,
    external_owner_id: z
      .string()
      .trim()
      .regex(/^(?:[1-9]\d{0,15})?$/, 'Enter a whole number from 1, or nothing'),
  })

/** Returns what a save sends of the changed fields: as a form if the picture changes. */
export function sentAdminApp({ thumbnail, owner, ...changed }: Partial<AdminAppValues>) {
  const body = { ...changed, ...(owner && { owner_id: Number(owner.value) }) }
  return { body, files: thumbnail ? { thumbnail } : undefined }
}
