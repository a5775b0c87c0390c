import { maxAppName, type AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { optionalLine, requiredLine } from '@trestle/domain/http/fields.ts'
import { z } from 'zod'
import { redirectSchema } from '../redirects.ts'
import type { PickerOption } from '../ui/AsyncPicker.tsx'
import { toSettingsValues, type SettingsValues } from './settingsValues.ts'

export interface AdminAppValues extends SettingsValues {
  confidential: boolean
  /** As typed; empty for nobody. */
  external_owner_id: string
  /** Whoever will own the app once it is saved; null to leave it to its owner (AAPP-39). */
  owner: PickerOption | null
}

export const toAdminValues = (app: AdminDeveloperApp): AdminAppValues => ({
  ...toSettingsValues(app),
  confidential: app.confidential,
  external_owner_id: app.external_owner_id === null ? '' : String(app.external_owner_id),
  owner: null,
})

const name = requiredLine(maxAppName)

/** An app that has no public name yet need not get one from staff. */
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

/** What a save sends: what was changed, so that staff overwrite nothing they have not touched. */
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
