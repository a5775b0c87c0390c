import { otherEnvironment, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { reasonForUnknown } from '@trestle/domain/oauth/events.ts'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Services } from '../services.ts'
import { findClientState } from './clients/store.ts'
import { currentFacts, type RequestFacts } from './requestFacts.ts'
import { findReason } from './findReason.ts'
import type { Recorder } from './createRecorder.ts'

interface Context {
  services: Services
  environment: CredentialEnvironment
  recorder: Recorder
}

/** Returns the action that an app asked for at a route of the library. */
export function toAction(route: string, grantType: unknown): string {
  if (route !== 'token') return route === 'resume' ? 'authorization' : route
  return typeof grantType === 'string' && /^[a-z_]{1,40}$/.test(grantType) ? grantType : 'token'
}

const actionIn = ({ oidc }: KoaContextWithOIDC): string => toAction(oidc.route, oidc.params?.['grant_type'])

/** Records every decision of an environment's server for the team of the app that it is about. */
export function recordDecisions(provider: Provider, context: Context): void {
  const { environment, recorder } = context
  const succeed = (reason: string) => (ctx: KoaContextWithOIDC) => {
    const { secretId, network } = currentFacts()
    const { client } = ctx.oidc
    if (!client) return
    if (secretId !== undefined && reason === 'issued') recorder.countUse(secretId)
    recorder.record({
      environment,
      app_id: client.trestle.app_id,
      outcome: 'issued',
      action: actionIn(ctx),
      reason,
      network,
    })
  }
  const refuse = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void => {
    void recordRefusal(context, ctx, error, currentFacts())
  }
  provider.on('grant.success', succeed('issued'))
  provider.on('authorization.success', succeed('authorized'))
  provider.on('grant.error', refuse)
  provider.on('authorization.error', refuse)
  provider.on('introspection.error', refuse)
  provider.on('revocation.error', refuse)
  provider.on('pushed_authorization_request.error', refuse)
}

async function recordRefusal(
  { services, environment, recorder }: Context,
  ctx: KoaContextWithOIDC,
  error: errors.OIDCProviderError,
  facts: RequestFacts,
): Promise<void> {
  const refused = { environment, outcome: 'refused', action: actionIn(ctx), network: facts.network } as const
  const { client } = ctx.oidc
  if (client) {
    recorder.record({ ...refused, app_id: client.trestle.app_id, ...findReason(ctx, error, facts) })
    return
  }
  const { clientId } = facts
  if (!clientId) return
  try {
    const here = await findClientState(services.db, environment, clientId)
    const state = here ?? (await findClientState(services.db, otherEnvironment(environment), clientId))
    if (!state) return
    // The library refuses some requests before it looks for their client.
    const reason =
      here && error.error !== 'invalid_client'
        ? findReason(ctx, error, facts)
        : { reason: reasonForUnknown(here) }
    recorder.record({ ...refused, app_id: state.app_id, ...reason })
  } catch (failure) {
    services.log.warn({ err: failure }, 'could not record a decision of the OAuth server')
  }
}
