import { runWithoutArguments, warnDuringMaintenance, withDatabase } from '../commandLine.ts'
import { connect } from '../db/connect.ts'
import { changeKeys } from '../encryption/changeKeys.ts'
import { encryptedColumns } from '../encryption/columns.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { loadKeys } from '../encryption/keys.ts'

const count = (values: number): string => `${values} ${values === 1 ? 'value' : 'values'}`

/** Encrypts everything with the first of ENCRYPTION_KEYS, after which the others can be removed. */
await runWithoutArguments('npm run rotate-encryption', async () => {
  const { changed, remaining, unreadable } = await withDatabase(({ pool }, settings) => {
    warnDuringMaintenance(settings)
    return changeKeys(connect(pool), createEncryption(loadKeys(settings)), encryptedColumns)
  })
  process.stdout.write(`${count(changed)} re-encrypted with the first key.\n`)
  if (remaining > 0) {
    process.stderr.write(`${count(remaining)} could not be re-encrypted yet: run the command again.\n`)
    process.exitCode = 1
  }
  if (unreadable > 0) {
    process.stderr.write(
      `${count(unreadable)} could not be decrypted: add the missing key to ENCRYPTION_KEYS.\n`,
    )
    process.exitCode = 1
  }
})
