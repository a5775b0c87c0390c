import { confirmationEnd } from '@trestle/domain/accounts/sessions.ts'
import type { Actor } from '../access/actor.ts'
import { requireSession } from '../access/tokenRights.ts'
import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { listConfirmationMethods } from './verifyProof.ts'

/** Returns the time until which the caller isn't asked to confirm who they are. */
export const confirmedUntil = ({ settings }: Pick<Services, 'settings'>, confirmedAt: string): Date =>
  new Date(confirmationEnd(confirmedAt, settings.SUDO_MINUTES))

/** Refuses a caller who hasn't proved who they are for a while, and says how they can. */
export async function requireRecentConfirmation(services: Services, actor: Actor): Promise<void> {
  if (services.now() < confirmedUntil(services, requireSession(actor).confirmed_at)) return
  throw new RefusalError({
    code: 'confirmation_required',
    message: "Confirm that it's you to continue.",
    methods: await listConfirmationMethods(services.db, actor.id),
  })
}
