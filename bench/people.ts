import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The measurements of a run, for everyone together. */
export interface Tally {
  times: number[]
  errors: string[]
}

/** One person's browser, with its own address, cookies and open connections. */
export interface Browser {
  appId: number
  get: (path: string) => Promise<void>
  getAsStaff: (path: string) => Promise<void>
  send: (method: 'POST' | 'PATCH', path: string, body: object) => Promise<void>
  /** Returns a different number each time, even in later runs. */
  next: () => number
  close: () => void
}

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

function exchange(
  agent: Agent,
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method, headers, timeout: 30_000 }, (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
        reject,
      )
    })
    call.once('error', reject)
    call.once('timeout', () => call.destroy(new Error('no answer for 30 s')))
    call.end(body)
  })
}

/** Opens a browser for someone who is signed in with this session token. */
export async function openBrowser(
  {
    url,
    address,
    token,
    staffToken,
    appId,
    firstNumber,
  }: {
    url: string
    address: string
    token: string
    staffToken: string
    appId: number
    firstNumber: number
  },
  tally: Tally,
): Promise<Browser> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const common = { 'x-forwarded-for': address, 'accept-encoding': 'br, gzip' }
  const session = await exchange(agent, `${url}/api/v1/session`, 'GET', {
    ...common,
    'accept-encoding': 'identity',
    cookie: `trestle_session=${token}`,
  })
  const { csrf_token } = JSON.parse(session.body.toString()) as { csrf_token: string }
  const set = [session.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0])
  const cookie = [
    ...set.filter((each) => !each?.startsWith('trestle_session=')),
    `trestle_session=${token}`,
  ].join('; ')
  let number = firstNumber

  async function measured(method: string, path: string, headers: Record<string, string>, body?: object) {
    const start = performance.now()
    try {
      const answer = await exchange(
        agent,
        `${url}${path}`,
        method,
        {
          ...common,
          ...headers,
          ...(body && { 'content-type': 'application/json', 'x-csrf-token': csrf_token }),
        },
        body && JSON.stringify(body),
      )
      if (answer.status >= 400) {
        tally.errors.push(`${method} ${path} ${answer.status} ${answer.body.toString().slice(0, 300)}`)
      }
    } catch (error) {
      tally.errors.push(`${method} ${path} ${String(error)}`)
    }
    tally.times.push(performance.now() - start)
  }

  return {
    appId,
    get: (path) => measured('GET', path, { cookie }),
    getAsStaff: (path) => measured('GET', path, { cookie: `trestle_session=${staffToken}` }),
    send: (method, path, body) => measured(method, path, { cookie }, body),
    next: () => (number += 1),
    close: () => agent.destroy(),
  }
}
