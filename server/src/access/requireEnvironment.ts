import type { OauthEnvironment } from '@trestle/domain/credentials/environments.ts'
import { refusalError } from '../errors.ts'
import type { Settings } from '../settings.ts'

/** Refuses a call that names the sandbox with 404 in government cloud, which has no sandboxes (SHELL-14). */
export function requireEnvironment(
  settings: Pick<Settings, 'GOV_CLOUD'>,
  environment: OauthEnvironment | undefined,
): void {
  if (settings.GOV_CLOUD && environment !== undefined && environment !== 'production') {
    throw refusalError('not_found', 'Sandbox not found.')
  }
}
