import { getSession, signOut } from '@trestle/domain/accounts/calls.ts'
import { clearStorage, keepDeviceSettings } from './deviceSettings.ts'
import { call } from './call.ts'
import { leavePage } from './leavePage.ts'
import { CallError } from './callError.ts'

/** Chromium holds back the reply until it has cleared the storage, as the reply asks, and sometimes forever. */
const timeoutMs = 5000

async function endSession(): Promise<void> {
  try {
    await call(signOut, {}, { timeoutMs })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'network')) throw error
    const { developer } = await call(getSession, {}, { timeoutMs })
    if (developer) throw error
    clearStorage()
  }
}

/** Signs out and loads another document, so that no account data stays in memory or in the browser's storage. */
export async function signOutTo(address: string): Promise<void> {
  await keepDeviceSettings(endSession)
  leavePage(address)
}
