import type { PersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import type { Actor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { listOwnApps, listTokens, type TokenRow } from './store.ts'

/** Loads the caller's tokens with the names of their apps. */
export async function loadTokens({ db }: Services, actor: Actor): Promise<PersonalToken[]> {
  const tokens = await listTokens(db, actor.id)
  const named = [...new Set(tokens.flatMap(({ app_ids }) => app_ids ?? []))]
  const apps = await listOwnApps(db, actor.id, named)
  return tokens.map((token) => presentToken(token, apps))
}

const presentToken = (token: TokenRow, apps: PersonalToken['apps']): PersonalToken => ({
  id: token.id,
  name: token.name,
  last_four: token.last_four,
  actions: token.actions,
  app_ids: token.app_ids,
  apps: apps.filter(({ id }) => token.app_ids?.includes(id)),
  created_at: token.created_at,
  expires_at: token.expires_at,
  last_used_at: token.last_used_at,
  last_used_network: token.last_used_network,
})
