import { signOut } from '@trestle/domain/accounts/calls.ts'
import { storeDeviceSettings } from './deviceSettings.ts'
import { call, leavePage } from './call.ts'

/** Signs out and loads another document, so that no account data stays in memory or in the browser's storage. */
export async function signOutTo(address: string): Promise<void> {
  await storeDeviceSettings(() => call(signOut, {}))
  leavePage(address)
}
