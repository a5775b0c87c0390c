import { passwordMessages } from '@trestle/domain/accounts/contract.ts'
import { decidePassword, minPasswordLength } from '@trestle/domain/accounts/rules.ts'
import type { z } from 'zod'

interface Chosen {
  password?: string
  email?: string
  first_name?: string
  last_name?: string
}

/** A form's schema that refuses guessable passwords as the server does; `known` is what the form does not ask for. */
export function withPasswordCheck<Schema extends z.ZodType<Chosen>>(schema: Schema, known: Chosen = {}) {
  const isHardToGuess = (value: Chosen): boolean => {
    const { password = '', email = '', first_name = '', last_name = '' } = { ...known, ...value }
    // A short one has its own sentence.
    return (
      password.length < minPasswordLength ||
      decidePassword(password, { email, names: [first_name, last_name] }).ok
    )
  }
  return schema.refine(isHardToGuess, {
    path: ['password'],
    message: passwordMessages.common,
    when: () => true,
  })
}
