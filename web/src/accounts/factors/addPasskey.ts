import { loadWebauthn, toUserError } from './passkeys.ts'
import { loadRegistration, storePasskey } from './queries.ts'

/** Lets the browser create a passkey, and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await loadWebauthn()
  const optionsJSON = await loadRegistration()
  const passkey = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw toUserError(error)
  })
  const { id, rawId, response } = passkey
  await storePasskey({ name, passkey: { id, rawId, type: 'public-key', response } })
}
