interface Change {
  key: string
  reply: Promise<unknown>
}

const latest: { change: Change | null } = { change: null }

/**
 * Sends a change, or returns the reply of the latest one if that still runs and has the same key. Two clicks at the
 * same instant both come before their button shows that it is busy. An older change doesn't count: between "on" and "on"
 * there may have been "off".
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
