import { isAlreadyAdded, loadWebauthn, toUserError } from './passkeys.ts'
import { loadRegistration, reloadFactors, storePasskey } from './queries.ts'

/**
 * Lets the browser create a passkey, and adds it to the account. A device may have one that the page doesn't list yet,
 * because the reply that added it got lost or it was added in another tab.
 */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await loadWebauthn()
  const optionsJSON = await loadRegistration()
  const passkey = await startRegistration({ optionsJSON }).catch(async (error: unknown) => {
    if (isAlreadyAdded(error)) await reloadFactors()
    throw toUserError(error)
  })
  const { id, rawId, response } = passkey
  await storePasskey({ name, passkey: { id, rawId, type: 'public-key', response } })
}
