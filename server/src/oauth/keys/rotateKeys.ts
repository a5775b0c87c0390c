import { generateKeyPairSync } from 'node:crypto'
import { environmentsOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { decideKeySteps, retainKeyMs, type KeyStep } from '@trestle/domain/oauth/rules.ts'
import { byJob, type AuditActor } from '../../access/actor.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Tx } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import { deleteRetiredKeys, insertKey, listKeys, lockKeys, promoteNextKey, retireKeys } from './store.ts'

type RotationServices = Pick<Services, 'db' | 'now' | 'random' | 'encryption' | 'settings'>

interface Rotation {
  by: AuditActor
  /** Publishes a new key now, even though the current one is not old. */
  rotate?: boolean
  /**
   * Immediately replaces a key that can't be decrypted. Without this, `rotate` is refused, because the keys may be
   * another portal's.
   */
  replacesLost?: boolean
}

/** Takes the due steps for the keys of every environment, and returns them. The lock lets only one process do it. */
export function rotateKeys(
  services: RotationServices,
  { by, rotate = false, replacesLost = false }: Rotation,
): Promise<KeyStep[]> {
  return services.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    if (rotate) await retireLostKeys(tx, services, replacesLost)
    const keys = await listKeys(tx)
    const done: KeyStep[] = []
    for (const environment of environmentsOf(services.settings.GOV_CLOUD)) {
      const own = keys.filter((key) => key.environment === environment)
      for (const step of decideKeySteps(own, services.now().getTime(), rotate)) {
        await runStep(tx, services, { environment, by }, step)
        done.push(step)
      }
    }
    return done
  })
}

async function retireLostKeys(
  tx: Tx,
  { encryption, now }: RotationServices,
  replacesLost: boolean,
): Promise<void> {
  const lost = (await listKeys(tx)).filter(
    ({ state, private_encrypted: value }) => state !== 'retired' && !encryption.canDecrypt(value),
  )
  if (lost.length === 0) return
  if (!replacesLost) {
    throw new Error(
      `ENCRYPTION_KEYS can't decrypt the keys that sign tokens. Set those that the servers have. If they are lost, add "-- --replace-lost".`,
    )
  }
  await retireKeys(
    tx,
    lost.map(({ id }) => id),
    now(),
  )
}

/** Takes the due steps as a job. The first keys are created when they are first used. */
export async function rotateDueKeys(services: Services): Promise<void> {
  if ((await listKeys(services.db)).length === 0) return
  await rotateKeys(services, { by: byJob })
}

async function runStep(
  tx: Tx,
  services: RotationServices,
  { environment, by }: { environment: CredentialEnvironment; by: AuditActor },
  step: KeyStep,
): Promise<void> {
  const now = services.now()
  if (step === 'delete_retired') {
    return deleteRetiredKeys(tx, environment, new Date(now.getTime() - retainKeyMs))
  }
  if (step === 'promote_next') await promoteNextKey(tx, environment, now)
  else await createKey(tx, services, environment, step === 'create_current' ? 'current' : 'next')
  await recordAudit(tx, by, now, {
    action: step === 'promote_next' ? 'oauth_key.promoted' : 'oauth_key.created',
    subject: { type: 'oauth_key', id: environment },
  })
}

async function createKey(
  tx: Tx,
  { now, random, encryption }: RotationServices,
  environment: CredentialEnvironment,
  state: 'current' | 'next',
): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = random(16).toString('base64url')
  const about = { kid, alg: 'ES256', use: 'sig' }
  const privateJwk = Buffer.from(JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...about }))
  await insertKey(tx, {
    environment,
    kid,
    state,
    public_jwk: JSON.stringify({ ...publicKey.export({ format: 'jwk' }), ...about }),
    private_encrypted: encryption.encrypt(privateJwk, 'oauth_keys.private_encrypted'),
    created_at: now(),
    current_since: state === 'current' ? now() : null,
  })
}
