import { randomId } from '../ui/randomId.ts'
import { isReplyLost, isTemporary } from './callError.ts'

interface Unanswered {
  change: string
  key: string
}

const latest: { unanswered: Unanswered | null } = { unanswered: null }

/**
 * Sends a change that creates something with an idempotency key, and with the same one if it is the latest change and
 * its reply got lost, so that trying again creates nothing twice. An attempt that fails for a temporary reason doesn't
 * tell what the earlier one did. Other changes are null and have no key.
 */
export async function sendWithRepeatKey<Reply>(
  change: string | null,
  send: (key?: string) => Promise<Reply>,
): Promise<Reply> {
  const { unanswered } = latest
  latest.unanswered = null
  if (change === null) return send()
  const key = unanswered?.change === change ? unanswered.key : randomId()
  try {
    return await send(key)
  } catch (error) {
    const isUnanswered = isReplyLost(error) || (key === unanswered?.key && isTemporary(error))
    if (isUnanswered) latest.unanswered = { change, key }
    throw error
  }
}
