import * as calls from '@trestle/domain/accounts/deletion/calls.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import { call, refreshAfterChange } from '../../http/call.ts'
import { keepDeviceSettings } from '../../http/deviceSettings.ts'
import { queryClient } from '../../http/queryClient.ts'

/** The address from which the browser downloads the export. */
export const accountExport = () => toAddress(calls.exportAccount, {})

/** Deletes the account, which ends its sessions. */
export async function deleteAccount(email: string): Promise<void> {
  await keepDeviceSettings(() => call(calls.deleteAccount, { body: { email } }))
  queryClient.clear()
  await refreshAfterChange()
}
