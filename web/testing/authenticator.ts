import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Gives the browser an authenticator whose user approves each request, until the test ends. */
export async function addAuthenticator(): Promise<void> {
  await cdp().send('WebAuthn.enable', { enableUI: false })
  onTestFinished(async () => {
    await cdp().send('WebAuthn.disable')
  })
  await cdp().send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
