import { RefusalError } from '../errors.ts'
import type { Settings } from '../settings.ts'

/** Answers 404 in government cloud, which has no sandboxes (SHELL-14). */
export function requireSandboxes(settings: Pick<Settings, 'GOV_CLOUD'>): void {
  if (settings.GOV_CLOUD) throw new RefusalError({ code: 'not_found', message: 'Sandbox not found.' })
}

/** Answers 404 in government cloud to a call that names the sandbox. */
export function requireEnvironment(
  settings: Pick<Settings, 'GOV_CLOUD'>,
  environment: 'production' | 'sandbox' | undefined,
): void {
  if (environment === 'sandbox') requireSandboxes(settings)
}
