import { refusalError } from '../errors.ts'
import type { Settings } from '../settings.ts'

/** Refuses a call that names the sandbox with 404 in government cloud, which has no sandboxes (SHELL-14). */
export function requireEnvironment(
  settings: Pick<Settings, 'GOV_CLOUD'>,
  environment: 'production' | 'sandbox' | undefined,
): void {
  if (environment === 'sandbox' && settings.GOV_CLOUD) throw refusalError('not_found', 'Sandbox not found.')
}
