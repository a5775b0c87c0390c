import { buildApp, buildDeveloper, type AppRow, type DeveloperRow } from './build.ts'
import type { TestServer } from './server.ts'

/** Keys that aren't in alphabetical order, so that any sorting is visible. */
export const orderedManifest = {
  schema_version: '4.1',
  sidepanel: {
    views: ['rfi.detail'],
    source_url: 'https://{{zone}}.example.test/{{area}}',
    user_configuration: {
      schema: {
        type: 'object',
        required: ['zone'],
        properties: {
          zone: { type: 'string', name: 'Zone', description: 'First' },
          area: { type: 'string', name: 'Area', description: 'Second' },
        },
      },
    },
    description: '',
  },
  oauth: { enabled: true },
  fullscreen: { description: '', source_url: 'https://app.example.test/board' },
}

export interface World {
  server: TestServer
  app: AppRow
  owner: DeveloperRow
}

/** Creates an app with its owner, on a server that several tests may share. */
export async function buildWorld(server: TestServer): Promise<World> {
  const owner = await buildDeveloper(server, { first_name: 'Olive', last_name: 'Owner' })
  return { server, owner, app: await buildApp(server, { owner_id: owner.id, name: 'Site Sync' }) }
}
