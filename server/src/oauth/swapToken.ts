import { randomBytes } from 'node:crypto'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { RequestFacts } from './requestFacts.ts'
import { isSignedToken } from './checkToken.ts'
import type { Issuers } from './issuers.ts'

/**
 * Replaces an access token in a form with a handle, because the library refuses to introspect and revoke signed tokens,
 * but handles the rest of these calls. An invalid token also gets a handle, which nothing finds.
 */
export async function swapToken(
  { issuers, environment }: { issuers: Issuers; environment: CredentialEnvironment },
  facts: RequestFacts,
  body: Buffer,
): Promise<Buffer> {
  const form = new URLSearchParams(body.toString())
  const [token, ...more] = form.getAll('token')
  // The library refuses a form with two tokens.
  if (token === undefined || more.length > 0 || !isSignedToken(token)) return body
  const handle = randomBytes(16).toString('base64url')
  const checked = await issuers.check(environment, token)
  facts.swapped = { handle, claims: checked?.claims ?? null }
  form.set('token', handle)
  return Buffer.from(form.toString())
}
