import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { byJob } from '../../access/actor.ts'
import { refuseDuringMaintenance } from '../../maintenance.ts'
import type { Services } from '../../services.ts'
import { loadSigningKeys, type SigningKeys } from './loadKeys.ts'
import { rotateKeys } from './rotateKeys.ts'

/** Loads the keys of an environment. The first call creates those of every environment. */
export async function findOrCreateKeys(
  services: Services,
  environment: CredentialEnvironment,
): Promise<SigningKeys> {
  const keys = await loadSigningKeys(services, environment)
  if (keys) return keys
  refuseDuringMaintenance(services.settings)
  await rotateKeys(services, { by: byJob })
  const created = await loadSigningKeys(services, environment)
  if (!created) throw new Error(`The signing keys of ${environment} could not be created.`)
  return created
}
