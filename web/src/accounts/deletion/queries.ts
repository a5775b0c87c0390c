import * as calls from '@trestle/domain/accounts/deletion/calls.ts'
import { call } from '../../http/call.ts'
import { keepDeviceSettings } from '../../http/deviceSettings.ts'
import { queryClient } from '../../http/queryClient.ts'
import { refreshAfterChange } from '../../http/renewSession.ts'
import { saveFile } from '../../ui/saveFile.ts'

/** Saves the export as a file. A link couldn't ask the user to confirm their identity. */
export async function exportAccount(filename: string): Promise<void> {
  const data = await call(calls.exportAccount, {})
  saveFile(filename, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
}

/** Deletes the account, which ends its sessions. */
export async function deleteAccount(email: string): Promise<void> {
  await keepDeviceSettings(() => call(calls.deleteAccount, { body: { email } }))
  queryClient.clear()
  await refreshAfterChange()
}
