import { decodeJwt } from 'jose'
import { peopleOn } from '../access/authorizedApp.ts'
import { readBearer } from '../access/readBearer.ts'
import type { Db } from '../db/schema.ts'
import type { CheckedToken, CheckToken } from '../oauth/checkToken.ts'
import type { Services } from '../services.ts'
import type { Caller } from './call.ts'
import { TokenError } from './composeError.ts'
import { findCompany, type SandboxCompany } from './store.ts'

const unauthorized = (message: string, challenge = 'Bearer error="invalid_token"'): TokenError =>
  new TokenError({ code: 'not_signed_in', message }, challenge)

/** The text is not verified: it only chooses between two messages to a caller who is refused anyway. */
function hasExpired(token: string, now: Date): boolean {
  try {
    const { exp } = decodeJwt(token)
    return exp !== undefined && exp * 1000 <= now.getTime()
  } catch {
    return false
  }
}

/** Returns the token of a call. Only the Authorization header can carry it: addresses are logged on the way. */
function readToken(header: string | undefined): string {
  if (header === undefined) throw unauthorized('Send the access token in the Authorization header.', 'Bearer')
  const token = readBearer(header)
  if (!token) {
    throw new TokenError(
      { code: 'malformed', message: 'The Authorization header must be Bearer and the access token.' },
      'Bearer error="invalid_request"',
    )
  }
  return token
}

/** Loads the caller and their permissions. */
export async function checkCaller(
  { db, now }: Pick<Services, 'db' | 'now'>,
  check: CheckToken,
  header: string | undefined,
): Promise<{ caller: Caller; token: CheckedToken }> {
  const text = readToken(header)
  const token = await check(text)
  if (!token) {
    throw unauthorized(hasExpired(text, now()) ? 'The access token expired.' : 'The access token is invalid.')
  }
  const company = await findCompany(db, token.app_id)
  if (!company) throw unauthorized('The access token is invalid.')
  if (token.developer_id === null) {
    const { permissions: levels = { company: {}, project: {} } } = token.claims
    return { token, caller: { company, developer_id: null, levels, isMember: true, mayWrite: true } }
  }
  return { token, caller: await toPerson(db, company, token.developer_id) }
}

/** Returns someone as a caller. The people of a sandbox company are the members of its app. */
async function toPerson(db: Db, company: SandboxCompany, developerId: number): Promise<Caller> {
  const people = await peopleOn(db, { id: company.app_id })
  const member = people.find(({ developer_id: id }) => id === developerId)
  return {
    company,
    developer_id: developerId,
    levels: null,
    isMember: member !== undefined,
    mayWrite: member !== undefined && member.role !== 'user',
  }
}
