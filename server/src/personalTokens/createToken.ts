import type { createPersonalToken, NewPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import { decideToken, reminderDays } from '@trestle/domain/personalTokens/rules.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Actor } from '../access/actor.ts'
import { lockCaller } from '../access/lockAccount.ts'
import { makeSecret, secretPrefixes } from '../accounts/secretFormat.ts'
import { refuseSuspended } from '../accounts/suspensions/refuseSuspended.ts'
import { hashToken } from '../accounts/token.ts'
import { recordAudit } from '../audit/record.ts'
import { unwrap } from '../errors.ts'
import type { BrowserClient } from '../http/route.ts'
import { sendEmail } from '../mail/send.ts'
import { recordSecurityEvent } from '../securityEvents/record.ts'
import type { Services } from '../services.ts'
import { createdEmail } from './emails.ts'
import { countWorkingTokens, insertToken, listOwnApps } from './store.ts'

const shownEnd = -4

/** Creates a personal access token. Only this reply contains it. */
export async function createToken(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  request: InputOf<typeof createPersonalToken>['body'],
): Promise<NewPersonalToken> {
  const { db, now, random, settings } = services
  const { name, actions, app_ids, expires_in_days } = request
  return db.transaction().execute(async (tx) => {
    const owner = await lockCaller(tx, actor)
    await refuseSuspended(tx, settings, actor.id)
    const at = now()
    unwrap(
      decideToken(request, {
        maxDays: settings.PERSONAL_TOKEN_MAX_DAYS,
        ownApps: (await listOwnApps(tx, actor.id, app_ids ?? [])).map(({ id }) => id),
        tokens: await countWorkingTokens(tx, actor.id, at),
        isGovernmentCloud: settings.GOV_CLOUD,
      }),
    )
    const token = makeSecret(secretPrefixes.personalToken, random)
    const expiresAt = new Date(at.getTime() + expires_in_days * dayMs)
    const shown = { name, actions, app_ids, last_four: token.slice(shownEnd) }
    const id = await insertToken(tx, {
      ...shown,
      developer_id: actor.id,
      token_hash: hashToken(token),
      created_at: at,
      expires_at: expiresAt,
      // For such a short-lived token, a reminder would only repeat the email about its creation.
      reminded_at: expires_in_days <= reminderDays ? at : null,
    })
    const expires_at = expiresAt.toISOString()
    await recordAudit(tx, actor.audit, at, {
      action: 'personal_token.created',
      subject: { type: 'personal_token', id },
      changes: {
        name: [null, name],
        actions: [null, actions],
        app_ids: [null, app_ids],
        expires_at: [null, expires_at],
      },
    })
    await recordSecurityEvent(tx, services, actor.audit, {
      kind: 'token.created',
      developer_id: actor.id,
      client,
      details: { name },
    })
    await sendEmail(tx, actor.audit, at, createdEmail(settings, owner.email, { ...shown, expires_at }))
    return { id, token, ...shown, expires_at }
  })
}
