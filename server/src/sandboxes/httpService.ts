import { z } from 'zod'
import type { SandboxService } from './service.ts'

const timeoutMs = 10_000

const Reply = z.object({
  company_id: z.number().int().positive(),
  url: z.url({ protocol: /^https?$/ }),
  app_id: z.string().min(1),
  procore_app_id: z.union([z.string().min(1), z.number().int().transform(String)]),
})

/** The service behind SANDBOX_SERVICE_URL. The key lets it answer a repeated request with the same sandbox. */
export function createHttpService(url: string, token: string): SandboxService {
  return {
    build: async ({ key, ...request }) => {
      const response = await fetch(`${url.replace(/\/$/, '')}/sandboxes`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(token !== '' && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`The sandbox service answered with status ${response.status}`)
      return Reply.parse(await response.json())
    },
  }
}
