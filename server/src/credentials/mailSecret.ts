import { appAddress } from '@trestle/domain/routes.ts'
import type { Actor } from '../access/actor.ts'
import { editorAddresses, peopleOn } from '../access/authorizedApp.ts'
import type { Tx } from '../db/schema.ts'
import { sendToEach } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'

interface NewSecret {
  app: { id: number; internal_name: string }
  environment: 'production' | 'sandbox'
  /** Whether it replaces an earlier secret, which has stopped working. */
  replaces: boolean
}

/**
 * Emails the app's owner and admins who created a secret, without the secret, so that they can react to an
 * unexpected one.
 */
export async function mailNewSecret(
  tx: Tx,
  { settings, now }: Services,
  actor: Actor,
  { app, environment, replaces }: NewSecret,
): Promise<void> {
  const secret = `${environment} client secret of ${app.internal_name}`
  const event = replaces ? `The ${secret} was reset` : `A ${secret} was generated`
  const paragraphs = [
    `${event} by ${actor.name} (${actor.email}).`,
    replaces
      ? 'The old secret and its tokens are revoked. Update everything that still uses them with the new secret.'
      : 'It was shown to them only once.',
    `If no one on your team was supposed to do this, reset the secret${replaces ? ' again' : ''} and review who works on the app:`,
    `${settings.PUBLIC_URL}${appAddress(app.id, 'oauth_credentials')}`,
  ]
  await sendToEach(tx, actor.audit, now(), {
    kind: replaces ? 'secret_reset' : 'secret_made',
    recipients: editorAddresses(await peopleOn(tx, app)),
    subject: event,
    paragraphs,
  })
}
