import { hourMs } from '@trestle/domain/time/durations.ts'
import type { TestServer } from './server.ts'

/** Lists the sandboxes of an app as they are stored. */
export const listSandboxes = ({ services }: TestServer, appId: number) =>
  services.db.selectFrom('sandboxes').selectAll().where('developer_app_id', '=', appId).execute()

/** Runs the jobs until the failing ones have used their last attempt. */
export async function drainRetries(server: TestServer): Promise<void> {
  for (let tries = 0; tries < 8; tries += 1) {
    await server.drainJobs()
    server.clock.advance(hourMs)
  }
}
