import { refusalError } from '../errors.ts'
import type { Settings } from '../settings.ts'

/** Answers 404 in government cloud, which has no sandboxes, to a call that names the sandbox (SHELL-14). */
export function requireEnvironment(
  settings: Pick<Settings, 'GOV_CLOUD'>,
  environment: 'production' | 'sandbox' | undefined,
): void {
  if (environment === 'sandbox' && settings.GOV_CLOUD) throw refusalError('not_found', 'Sandbox not found.')
}
