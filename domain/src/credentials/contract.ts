import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { flag, pathId, timestamp } from '../http/fields.ts'
import { tooLong } from '../http/messages.ts'

export const grantTypes = ['client_credentials', 'implicit', 'authorization_code'] as const

/** What is known of a secret once it was shown: its end and when it was made, never the secret (CRED-19). */
export const StoredSecret = z.object({ last_four: z.string(), made_at: timestamp })

/** What people type; the shared rules say line by line what is wrong with it. */
export const redirectUri = z.string().max(10_000, tooLong(10_000))
export const allowedCorsDomain = z.string().max(2_000, tooLong(2_000))

/** The answer of a reset: the one time the secret is on the wire (CRED-13). */
export const Credentials = z.object({ uid: z.string(), secret: z.string() })
export type Credentials = z.infer<typeof Credentials>

/** Nothing for a first reveal; `confirmed` says that whoever asks knows what stops working. */
export const resetBody = z.strictObject({ confirmed: flag.optional() }).optional()

const byId = z.strictObject({ id: pathId })

export const resetAppSecret = endpoint({
  method: 'POST',
  path: '/api/v1/developer_apps/:id/reset_secret',
  summary: "Make a new client secret of an app's production credentials and show it this once",
  params: byId,
  body: resetBody,
  reply: z.object({ credentials: Credentials }),
})

/** An app has one OAuth application in production: it goes by the id of the app. */
export const resetOauthApplicationSecret = endpoint({
  method: 'POST',
  path: '/api/v1/oauth_applications/:id/reset_secret',
  summary:
    'Make a new client secret of an OAuth application, named by the id of its app, and show it this once',
  params: byId,
  body: resetBody,
  reply: z.object({ credentials: Credentials }),
})
