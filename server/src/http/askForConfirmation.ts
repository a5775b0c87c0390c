import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import type { Actor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import type { Route } from './route.ts'

/**
 * Refuses a caller who must confirm who they are first. Provided by the accounts feature, so that the HTTP layer
 * depends on no feature.
 */
export type RequireRecentConfirmation = (services: Services, actor: Actor) => Promise<void>

/** A program can't confirm. Calls that tokens may make are protected by what the token allows. */
const isMadeByToken = ({ tokenActions }: Endpoint, { token }: Actor): boolean =>
  token !== undefined && tokenActions !== undefined

function needsConfirmation({ confirmation }: Endpoint, body: unknown): boolean {
  if (confirmation === undefined || confirmation === true) return confirmation === true
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return fields.some(([name, value]) => value !== undefined && confirmation.includes(name))
}

/**
 * Makes a route ask for a confirmation if its contract says so. It asks after the input is parsed, so that no one is
 * asked for a call that would fail anyway, and before the call has any effect.
 */
export function askForConfirmation(
  route: Route,
  requireRecentConfirmation: RequireRecentConfirmation,
): Route {
  if (route.endpoint.confirmation === undefined) return route
  return {
    ...route,
    handle: async (call) => {
      const { actor, body, services } = call as { actor: Actor | null; body: unknown; services: Services }
      if (actor && !isMadeByToken(route.endpoint, actor) && needsConfirmation(route.endpoint, body)) {
        await requireRecentConfirmation(services, actor)
      }
      return route.handle(call)
    },
  }
}
