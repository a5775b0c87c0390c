import { maxAppName, type AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { optionalLine, requiredLine } from '@trestle/domain/http/fields.ts'
import { z } from 'zod'
import { redirectSchema } from '../shared/redirects.ts'
import type { PickerOption } from '../ui/AsyncPicker.tsx'
import { toSettingsValues, type SettingsValues } from './settingsValues.ts'

export interface AdminAppValues extends SettingsValues {
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

const sentFields = [
  'name',
  'internal_name',
  'redirect_uri',
  'allowed_cors_domain',
  'legacy',
  'connectable',
  'confidential',
  'external_owner_id',
] as const

/** Returns only the changed fields, so that staff overwrite nothing they didn't edit. */
export function sentAdminApp(values: AdminAppValues, stored: AdminAppValues) {
  const changed = sentFields.filter((field) => values[field] !== stored[field])
  const body = {
    ...(Object.fromEntries(changed.map((field) => [field, values[field]])) as Partial<
      Pick<AdminAppValues, (typeof sentFields)[number]>
    >),
    ...(values.owner && { owner_id: Number(values.owner.value) }),
    ...(values.remove_thumbnail && { remove_thumbnail: true }),
  }
  return { body, files: values.thumbnail ? { thumbnail: values.thumbnail } : undefined }
}
