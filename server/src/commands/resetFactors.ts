import { resetFactors } from '../accounts/factorResets/resetFactors.ts'
import { runCommand, toMessage, warnDuringMaintenance, withDatabase } from '../commandLine.ts'
import { connect } from '../db/connect.ts'
import type { EncryptedColumn } from '../encryption/columns.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { loadKeys } from '../encryption/keys.ts'
import { RefusalError } from '../errors.ts'

const toEmail = (argument: string): string => argument.trim().toLowerCase()

function explain(error: unknown, argument: string): string {
  if (error instanceof RefusalError && error.code === 'not_found') {
    return `No account has the address ${toEmail(argument)}.`
  }
  return toMessage(error)
}

/** Removes the second factors of an account whose owner lost them, such as the last platform admin. */
await runCommand(
  'npm run reset-factors -- EMAIL',
  (argument) =>
    withDatabase(async ({ pool }, settings) => {
      warnDuringMaintenance(settings)
      const email = toEmail(argument)
      const encryption = createEncryption<EncryptedColumn>(loadKeys(settings))
      const outcome = await resetFactors(
        { db: connect(pool), now: () => new Date(), encryption, settings },
        email,
      )
      return outcome === 'reset'
        ? `${email} no longer has a second factor and is signed out everywhere. They get an email about it.`
        : `${email} has no second factor.`
    }),
  { explain },
)
