/** The only client of the bare server. */
export const bareClient = { id: 'bench', secret: 'trk_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLM' }

/** The path of the bare server's resource whose tokens aren't signed. */
export const opaquePath = '/opaque'

/** An OAuth server and a client of it. */
export interface OauthTarget {
  url: string
  client: { id: string; secret: string }
  /** Returns new refresh tokens, each with its own grant. */
  mint: (count: number) => Promise<string[]>
  /** Parameters that request a token this server can introspect. */
  introspectable: Record<string, string>
}

interface Reply {
  access_token?: string
  refresh_token?: string
  active?: boolean
}

async function post(
  { url, client }: OauthTarget,
  path: string,
  form: Record<string, string>,
): Promise<Reply> {
  const reply = await fetch(`${url}/oauth/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${url}/oauth/${path}: ${reply.status} ${text}`)
  return JSON.parse(text) as Reply
}

export type Caller = (caller: number) => Promise<void>

/** Prepares a kind of call, and returns the function that makes it for one of several callers. */
export type OauthCall = (target: OauthTarget, callers: number) => Promise<Caller>

export const issueOwnToken: OauthCall = async (target) => async () => {
  await post(target, 'token', { grant_type: 'client_credentials' })
}

/** Every caller redeems the refresh token from its last reply. */
export const redeemRefreshToken: OauthCall = async (target, callers) => {
  const tokens = await target.mint(callers)
  return async (caller) => {
    const form = { grant_type: 'refresh_token', refresh_token: tokens[caller] ?? '' }
    const { refresh_token: next } = await post(target, 'token', form)
    if (next === undefined) throw new Error('A refresh token was not replaced.')
    tokens[caller] = next
  }
}

/** The path at which the bare server reads one row for each request. */
export const rowPath = '/row'

/** The minimum cost of a statement: an HTTP server that reads one row by its key and returns it. */
export const readRow: OauthCall =
  async ({ url }) =>
  async () => {
    const reply = await fetch(url + rowPath, { method: 'POST' })
    if (reply.status !== 200) throw new Error(`${url}${rowPath}: ${reply.status}`)
    await reply.text()
  }

export const introspectToken: OauthCall = async (target) => {
  const form = { grant_type: 'client_credentials', ...target.introspectable }
  const { access_token: token = '' } = await post(target, 'token', form)
  return async () => {
    const { active } = await post(target, 'introspect', { token })
    if (active !== true) throw new Error('An introspected token is not active.')
  }
}
