import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
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

/** Returns what a save sends of the changed fields: as a form if the picture changes. */
export function sentAdminApp({ thumbnail, owner, ...changed }: Partial<AdminAppValues>) {
  const body = { ...changed, ...(owner && { owner_id: Number(owner.value) }) }
  return { body, files: thumbnail ? { thumbnail } : undefined }
}
