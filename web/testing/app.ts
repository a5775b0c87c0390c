import {
  getAppPermissions,
  getDeveloperApp,
  type AppPermissions,
  type DeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { listClientSecrets } from '@trestle/domain/credentials/contract.ts'
import type { AppTab } from '@trestle/domain/routes.ts'
import { paths } from '../src/paths.ts'
import { buildApp, buildPermissions } from './build.ts'
import { reply } from './network.ts'
import { renderPage } from './render.tsx'

interface AppOptions {
  app?: DeveloperApp
  permissions?: Partial<AppPermissions>
  session?: Session
}

/**
 * Renders a tab of an app's page inside the app shell. Replies with no client secrets. The test must reply to the
 * tab's other calls.
 */
export function renderApp(tab: AppTab, { app = buildApp(), permissions, ...options }: AppOptions = {}): void {
  reply(getDeveloperApp, app)
  reply(getAppPermissions, buildPermissions(permissions))
  reply(listClientSecrets, [])
  renderPage(paths.app(app.id, tab), options)
}
