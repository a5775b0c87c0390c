import {
  ratePassword,
  type EstimatePassword,
  type PasswordOwner,
  type PasswordRating,
} from '@trestle/domain/accounts/passwords.ts'
import { minPasswordLength } from '@trestle/domain/accounts/rules.ts'
import type { z } from 'zod'
import { retry } from '../http/retry.ts'

/** What a form knows of the person; the server knows the rest. */
export type KnownOwner = Partial<PasswordOwner>

const held: { estimate: EstimatePassword | null } = { estimate: null }

/** Fetches zxcvbn and its dictionaries, which are larger than the rest of the page. */
export async function loadEstimator(): Promise<true> {
  const { estimatePassword } = await retry(() => import('./estimatePassword.ts'))
  held.estimate = estimatePassword
  return true
}

/** The server's rating of a password; null until the estimator is loaded, and for one that is too short anyway. */
export function rateTyped(password: string, known: KnownOwner): PasswordRating | null {
  if (!held.estimate || password.length < minPasswordLength) return null
  const { email = '', first_name = '', last_name = '', company_name = '', platform_name = '' } = known
  return ratePassword(held.estimate, password, { email, first_name, last_name, company_name, platform_name })
}

/** A form's schema that refuses passwords as the server does; `known` is what the form doesn't ask for. */
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
