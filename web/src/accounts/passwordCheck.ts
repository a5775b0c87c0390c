import {
  ratePassword,
  type EstimatePassword,
  type PasswordOwner,
  type PasswordRating,
} from '@trestle/domain/accounts/passwords.ts'
import { minPasswordLength } from '@trestle/domain/accounts/rules.ts'
import type { z } from 'zod'
import { retry } from '../ui/retry.ts'

/** What a form knows about the user; the server knows the rest. */
export type KnownOwner = Partial<PasswordOwner>

const loaded: { estimate: EstimatePassword | null } = { estimate: null }

/** Loads zxcvbn and its dictionaries, which are larger than the rest of the page. */
export async function loadEstimator(): Promise<void> {
  const { estimatePassword } = await retry(() => import('./estimatePassword.ts'))
  loaded.estimate = estimatePassword
}

/** Returns the server's rating of a password, or null if the estimator hasn't loaded or the password is too short. */
export function rateTyped(password: string, known: KnownOwner): PasswordRating | null {
  if (!loaded.estimate || password.length < minPasswordLength) return null
  const { email = '', first_name = '', last_name = '', company_name = '', platform_name = '' } = known
  return ratePassword(loaded.estimate, password, {
    email,
    first_name,
    last_name,
    company_name,
    platform_name,
  })
}

/** Adds the server's password rules to a form schema; `known` contains what the form doesn't ask for. */
export const withPasswordCheck = <Schema extends z.ZodType<KnownOwner & { password?: string }>>(
  schema: Schema,
  known: KnownOwner,
) =>
  schema.superRefine(
    (value, context) => {
      const message = rateTyped(value.password ?? '', { ...known, ...value })?.problem
      if (message) context.addIssue({ code: 'custom', path: ['password'], message })
    },
    { when: () => true },
  )
