const callers = 8
const seconds = 2

/** Returns the requests per second of eight callers, each of which waits for its answer before its next request. */
export async function throughput(url: string, headers: Record<string, string>): Promise<number> {
  const end = performance.now() + seconds * 1000
  let answers = 0
  const caller = async () => {
    while (performance.now() < end) {
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return answers / seconds
}

/** Signs in as a developer of the demo data and returns the cookies. */
export async function signIn(portalUrl: string, email: string): Promise<string> {
  const session = await fetch(`${portalUrl}/api/v1/session`)
  const { csrf_token: token } = (await session.json()) as { csrf_token: string }
  const csrf = session.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const answer = await fetch(`${portalUrl}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token, cookie: csrf.join('; ') },
    body: JSON.stringify({ email, password: 'trestle-demo-2026' }),
  })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
