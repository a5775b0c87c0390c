import { randomBytes } from 'node:crypto'
import { environmentsOf } from '@trestle/domain/oauth/environments.ts'
import { byCommand } from '../access/actor.ts'
import { runWithoutArguments, withDatabase } from '../commandLine.ts'
import { connect } from '../db/connect.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { loadKeys } from '../encryption/keys.ts'
import { rotateKeys } from '../oauth/keys/rotateKeys.ts'

/** Publishes new signing keys now, for example because someone may have read the old ones. */
await runWithoutArguments('npm run rotate-oauth-keys', async () => {
  const steps = await withDatabase(({ pool }, settings) =>
    rotateKeys(
      {
        db: connect(pool),
        now: () => new Date(),
        random: randomBytes,
        encryption: createEncryption(loadKeys(settings)),
      },
      { environments: environmentsOf(settings.GOV_CLOUD), by: byCommand, rotate: true },
    ),
  )
  process.stdout.write(
    steps.some((step) => step.startsWith('create'))
      ? 'New keys are published. They sign from the next hourly job on, at least an hour from now.\n'
      : 'New keys are already published. They sign from the next hourly job on.\n',
  )
})
