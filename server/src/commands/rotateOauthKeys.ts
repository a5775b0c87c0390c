import { randomBytes } from 'node:crypto'
import type { KeyStep } from '@trestle/domain/oauth/rules.ts'
import { byCommand } from '../access/actor.ts'
import { runWithFlags, warnDuringMaintenance, withDatabase } from '../commandLine.ts'
import { connect } from '../db/connect.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { loadKeys } from '../encryption/keys.ts'
import { rotateKeys } from '../oauth/keys/rotateKeys.ts'

function describe(steps: ReadonlySet<KeyStep>): string {
  if (steps.has('create_current')) {
    return 'New keys are published and sign from now on. There were none that ENCRYPTION_KEYS can decrypt.'
  }
  if (steps.has('create_next')) {
    return 'New keys are published. They sign from the next hourly job on, at least an hour from now.'
  }
  return steps.has('promote_next')
    ? 'New keys were already published. They sign from now on.'
    : 'New keys are already published. They sign from the next hourly job on.'
}

const replaceLost = '--replace-lost'

/** Publishes new signing keys now, for example because someone may have read the old ones. */
await runWithFlags(`npm run rotate-oauth-keys [-- ${replaceLost}]`, [replaceLost], async (flags) => {
  const steps = await withDatabase(({ pool }, settings) => {
    warnDuringMaintenance(settings)
    return rotateKeys(
      {
        db: connect(pool),
        now: () => new Date(),
        random: randomBytes,
        encryption: createEncryption(loadKeys(settings)),
        settings,
      },
      { by: byCommand, rotate: true, replacesLost: flags.has(replaceLost) },
    )
  })
  process.stdout.write(`${describe(new Set(steps))}\n`)
})
