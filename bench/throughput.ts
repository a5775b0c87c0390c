const callers = 8

/** Returns the requests per second of eight callers, each of which waits for a response before its next request. */
export async function throughput(
  url: string,
  init: (request: number) => RequestInit,
  seconds = 2,
): Promise<number> {
  const end = performance.now() + seconds * 1000
  let answers = 0
  const caller = async () => {
    while (performance.now() < end) {
      const answer = await fetch(url, init(answers))
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text}`)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return answers / seconds
}

export interface BenchSession {
  cookie: string
  'x-csrf-token': string
}

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Signs in as a developer of the demo data and returns the headers of their calls. */
export async function signIn(portalUrl: string, email: string): Promise<BenchSession> {
  const start = await fetch(`${portalUrl}/api/v1/session`)
  const { csrf_token: token } = (await start.json()) as { csrf_token: string }
  const answer = await fetch(`${portalUrl}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token, cookie: cookiesOf(start) },
    body: JSON.stringify({ email, password: 'trestle-demo-2026' }),
  })
  const session = (await answer.json()) as { csrf_token: string }
  return { cookie: cookiesOf(answer), 'x-csrf-token': session.csrf_token }
}
