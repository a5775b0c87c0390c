import { viewCredentials } from '@trestle/domain/access/roles.ts'
import { otherEnvironment, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { eventMessage, reasonForUnknown } from '@trestle/domain/oauth/events.ts'
import type { Actor } from '../access/actor.ts'
import { loadAppFor } from '../access/authorizedApp.ts'
import { requireEnvironment } from '../access/requireEnvironment.ts'
import { findMatchingSecret } from '../credentials/findSecret.ts'
import type { Services } from '../services.ts'
import { findClient, findClientState } from './clients/store.ts'

interface Credentials {
  appId: number
  environment: CredentialEnvironment
  clientId: string
  secret: string
}

interface CheckedCredentials {
  works: boolean
  message: string
}

/** Checks credentials of an app for its team, as the OAuth server would. */
export async function checkCredentials(
  services: Services,
  actor: Actor,
  credentials: Credentials,
): Promise<CheckedCredentials> {
  const { appId, environment } = credentials
  requireEnvironment(services.settings, environment)
  await loadAppFor(services.db, actor, appId, viewCredentials[environment])
  const problem = await findProblem(services, credentials)
  return { works: problem === null, message: problem ?? 'The client ID and the client secret work.' }
}

/** Returns why credentials don't work, or null. Says nothing about the credentials of other apps. */
async function findProblem(
  services: Services,
  { appId, environment, clientId, secret }: Credentials,
): Promise<string | null> {
  const { db } = services
  const here = await findClientState(db, environment, clientId)
  if (here?.app_id !== appId) {
    const there = await findClientState(db, otherEnvironment(environment), clientId)
    return there?.app_id === appId
      ? eventMessage(reasonForUnknown(undefined), '')
      : "This isn't the app's client ID in this environment."
  }
  const client = await findClient(db, environment, clientId)
  if (!client) return eventMessage(reasonForUnknown(here), '')
  if (!client.confidential) return eventMessage('unexpected_secret', '')
  const found = await findMatchingSecret(services, { environment, appId }, secret)
  if (found.id !== undefined) return null
  if (found.reason) return eventMessage(found.reason.reason, found.reason.detail)
  const other = { environment: otherEnvironment(environment), appId }
  const elsewhere = await findMatchingSecret(services, other, secret)
  return elsewhere.id !== undefined || elsewhere.reason
    ? 'The client secret belongs to the other environment.'
    : eventMessage('wrong_secret', '')
}
