interface Change {
  key: string
  reply: Promise<unknown>
}

const latest: { change: Change | null } = { change: null }

/**
 * Sends a change, or returns the reply of the latest one if that is still running and has the same key. Two quick
 * clicks can both arrive before their button shows that it is busy. Older changes don't count: between two "on"
 * changes there may have been an "off".
 */
export function joinRepeat<Reply>(key: string, send: () => Promise<Reply>): Promise<Reply> {
  if (latest.change?.key === key) return latest.change.reply as Promise<Reply>
  const reply = send()
  const change = { key, reply }
  latest.change = change
  const end = () => {
    if (latest.change === change) latest.change = null
  }
  reply.then(end, end)
  return reply
}
