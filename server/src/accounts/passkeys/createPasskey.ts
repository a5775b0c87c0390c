import { decideNewPasskey } from '@trestle/domain/accounts/factors/rules.ts'
import type { NewPasskey, Passkey } from '@trestle/domain/accounts/factors/contract.ts'
import type { z } from 'zod'
import type { createPasskeyRegistration } from '@trestle/domain/accounts/factors/contract.ts'
import type { Actor } from '../../access/actor.ts'
import { requireSession } from '../../access/tokenRights.ts'
import { unwrap } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { createChallenge, challengeMs } from '../challenges/createChallenge.ts'
import type { ChallengeOwner } from '../challenges/store.ts'
import { factorAddedEmail } from '../factors/emails.ts'
import { reportAndRenew } from '../factors/reportChange.ts'
import { loadFactors } from '../factors/store.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { storeRenewed } from '../session.ts'
import { loadWebauthn, refusePasskey, relyingParty, redeemChallenge } from './relyingParty.ts'
import { presentPasskey } from './present.ts'
import { insertPasskey, listPasskeys, storeWebauthnUser } from './store.ts'

const userIdBytes = 32

const ownerFor = (actor: Actor): ChallengeOwner => ({
  purpose: 'registration',
  session_id: requireSession(actor).id,
  pending_id: null,
})

/** Returns the options for the caller's browser to create a passkey. */
export async function startRegistration(
  services: Services,
  actor: Actor,
): Promise<z.output<typeof createPasskeyRegistration.reply>> {
  const existing = await listPasskeys(services.db, actor.id)
  unwrap(decideNewPasskey({ passkeys: existing.length }))
  const user = await storeWebauthnUser(services.db, actor.id, services.random(userIdBytes))
  const challenge = await createChallenge(services, ownerFor(actor))
  const { generateRegistrationOptions } = await loadWebauthn()
  const excludeCredentials = existing.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))
  const rpID = relyingParty(services).id
  const options = await generateRegistrationOptions({
    rpName: services.settings.PLATFORM_NAME,
    rpID,
    userID: Uint8Array.from(user),
    userName: actor.email,
    userDisplayName: actor.name,
    challenge,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return {
    ...options,
    rp: { name: options.rp.name, id: rpID },
    timeout: challengeMs,
    excludeCredentials,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** Adds the passkey that the caller's browser created. */
export async function createPasskey(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  provided: { name: string; passkey: NewPasskey },
): Promise<Passkey> {
  const credential = await verifyNewPasskey(services, actor, provided.passkey)
  const added = await services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    unwrap(decideNewPasskey(await loadFactors(tx, actor.id)))
    const row = await insertPasskey(tx, {
      ...credential,
      developer_id: actor.id,
      name: provided.name,
      created_at: services.now(),
    })
    if (!row) return refusePasskey('This passkey is already registered.')
    const renewed = await reportAndRenew(tx, services, actor, client, {
      email: factorAddedEmail(services.settings, developer.email, 'passkey'),
      action: 'passkey.added',
      subject: { type: 'passkey', id: row.id },
      changes: { name: [null, row.name] },
    })
    return { row, renewed }
  })
  storeRenewed(client, added.renewed)
  return presentPasskey(added.row)
}

interface NewCredential {
  credential_id: Buffer
  public_key: Buffer
  counter: number
  backed_up: boolean
  transports: string[]
}

async function verifyNewPasskey(
  services: Services,
  actor: Actor,
  passkey: NewPasskey,
): Promise<NewCredential> {
  const { response } = passkey
  const expectedChallenge = await redeemChallenge(services, ownerFor(actor), response.clientDataJSON)
  const { id, origin } = relyingParty(services)
  const { verifyRegistrationResponse } = await loadWebauthn()
  const { transports = [], ...attested } = response
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...passkey, response: attested },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    services.log.info({ err: error }, 'a new passkey could not be verified')
    return refusePasskey("The browser's new passkey can't be used. Try again, or use another device.")
  })
  if (!registrationInfo) return refusePasskey("The browser's new passkey can't be used. Try another device.")
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    backed_up: credentialBackedUp,
    transports,
  }
}
