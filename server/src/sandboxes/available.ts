import { RefusalError } from '../errors.ts'
import type { Settings } from '../settings.ts'

/** Answers 404 in government cloud, which has no sandboxes (SHELL-14). */
export function requireSandboxes(settings: Settings): void {
  if (settings.GOV_CLOUD) throw new RefusalError({ code: 'not_found', message: 'Sandbox not found.' })
}
