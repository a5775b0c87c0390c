import { unconfirmedRefusal } from '@trestle/domain/accounts/rules.ts'
import { RefusalError } from '../errors.ts'
import type { Actor } from './actor.ts'

/** Refuses someone who hasn't confirmed their address. `purpose` is what requires it, such as `create an app`. */
export function requireConfirmedEmail(
  { email, email_confirmed }: Pick<Actor, 'email' | 'email_confirmed'>,
  purpose?: string,
): void {
  if (!email_confirmed) throw new RefusalError(unconfirmedRefusal(email, purpose))
}
