import { z } from 'zod'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { parseReply } from '../outgoing/parseReply.ts'
import type { SandboxService } from './service.ts'

const timeoutMs = 10_000

const Reply = z.object({
  company_id: z.number().int().positive(),
  url: z.url({ protocol: /^https?$/ }),
  app_id: z.string().min(1),
  procore_app_id: z.union([z.string().min(1), z.number().int().transform(String)]),
})

/**
 * Creates the client of SANDBOX_SERVICE_URL. The key lets the service answer a repeated request with the same
 * sandbox.
 */
export function createHttpService(url: string, token: string, outgoing: Outgoing): SandboxService {
  return {
    build: async ({ key, ...request }) => {
      const { status, text } = await outgoing.call(`${url.replace(/\/$/, '')}/sandboxes`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(token !== '' && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(request),
        timeoutMs,
      })
      if (status < 200 || status > 299) throw new Error(`The sandbox service responded with status ${status}`)
      return parseReply("The sandbox service's reply to POST /sandboxes", Reply, text)
    },
  }
}
