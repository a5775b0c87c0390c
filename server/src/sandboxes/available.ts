import { RefusalError } from '../errors.ts'
import type { Settings } from '../settings.ts'

/** Government cloud has no sandboxes: there, their calls do not exist (SHELL-14). */
export function requireSandboxes(settings: Settings): void {
  if (settings.GOV_CLOUD) throw new RefusalError({ code: 'not_found', message: 'Sandbox not found.' })
}
