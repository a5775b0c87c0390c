import { startTestServer, type TestServer } from './server.ts'

const longestWindowMs = 3_600_000

/** Starts a server at the start of a fresh window of every limit, so that no test counts across a window's end. */
export async function startLimitedServer(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ env })
  server.clock.advance(longestWindowMs - (server.services.now().getTime() % longestWindowMs))
  return server
}
