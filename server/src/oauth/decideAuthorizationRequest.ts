import { environmentPath } from '@trestle/domain/oauth/environments.ts'
import { interactionSeconds } from '@trestle/domain/oauth/rules.ts'
import type { Actor } from '../access/actor.ts'
import { requireConfirmedEmail } from '../access/requireConfirmedEmail.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { newUuid } from '../newUuid.ts'
import type { Services } from '../services.ts'
import { libraryRoutes } from './createProvider.ts'
import { insertGrant } from './grants/store.ts'
import { changeInteraction } from './interactions/store.ts'
import { openRequest, type OpenRequest } from './readRequest.ts'

/** Records someone's decision about a request, and returns the address where the browser continues. */
export function decideAuthorizationRequest(
  services: Services,
  actor: Actor,
  { request, allow }: { request: string; allow: boolean },
): Promise<{ location: string }> {
  if (allow) requireConfirmedEmail(actor)
  return services.db.transaction().execute(async (tx) => {
    const open = await openRequest(tx, services, actor, request)
    const result = allow
      ? {
          login: { accountId: String(actor.id) },
          consent: { grantId: findGrantId(open) ?? (await grant(tx, services, actor, open)) },
        }
      : { error: 'access_denied', error_description: 'The user denied the request.' }
    await changeInteraction(tx, open.row.hash, {
      session_id: open.sessionId,
      payload: JSON.stringify({
        ...open.row.payload,
        result,
        exp: Math.floor(Date.now() / 1000) + interactionSeconds,
      }),
    })
    return { location: `${environmentPath(open.environment)}${libraryRoutes.authorization}/${request}` }
  })
}

/** Returns the grant of an earlier request, or of this one if its decision is sent again. */
const findGrantId = ({ remembered, payload }: OpenRequest): string | undefined =>
  remembered?.id ?? payload.result?.consent?.grantId

async function grant(
  tx: Tx,
  services: Services,
  actor: Actor,
  { environment, client }: OpenRequest,
): Promise<string> {
  const id = newUuid(services)
  const now = services.now()
  await insertGrant(tx, {
    id,
    environment,
    app_id: client.app_id,
    developer_id: actor.id,
    is_remembered: client.confidential,
    created_at: now,
  })
  await recordAudit(tx, actor.audit, now, {
    action: 'oauth_grant.created',
    subject: { type: 'oauth_grant', id },
    app_id: client.app_id,
    changes: { environment: [null, environment] },
  })
  return id
}
