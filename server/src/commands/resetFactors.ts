import { resetFactors } from '../accounts/factorResets/resetFactors.ts'
import { explainWithHint, runCommand, toEmail, warnDuringMaintenance, withDatabase } from '../commandLine.ts'
import { connect } from '../db/connect.ts'
import type { EncryptedColumn } from '../encryption/columns.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { loadKeys } from '../encryption/keys.ts'

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
  { explain: explainWithHint('') },
)
