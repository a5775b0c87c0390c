import { decidePassword } from '@trestle/domain/accounts/passwords.ts'
import { unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import type { DeveloperRow } from './store.ts'

type Owner = Pick<DeveloperRow, 'email' | 'first_name' | 'last_name' | 'company_name'>

/**
 * Loads the rule that refuses passwords that are easy to guess. Its dictionaries take 0.2 s and 30 MB, so they are
 * loaded with the first password that is set, and before a transaction opens.
 */
export async function loadPasswordRule({
  settings,
}: Pick<Services, 'settings'>): Promise<(password: string, owner: Owner) => void> {
  const { estimatePassword } = await import('./estimatePassword.ts')
  return (password, owner) => {
    unwrap(decidePassword(estimatePassword, password, { ...owner, platform_name: settings.PLATFORM_NAME }))
  }
}
