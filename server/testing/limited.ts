import { hourMs } from '@trestle/domain/time/durations.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Starts a server at the start of an hour, so that no test runs across the end of a minute in which attempts count. */
export async function startLimitedServer(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ env })
  server.clock.advance(hourMs - (server.services.now().getTime() % hourMs))
  return server
}
