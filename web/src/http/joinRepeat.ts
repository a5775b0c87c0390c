interface Change {
  content: string
  reply: Promise<unknown>
}

const latest: { change: Change | null } = { change: null }

/**
 * Sends a change, or returns the reply of the latest one if that still runs and has the same content. Two clicks at the
 * same instant both come before their button shows that it is busy. An older change doesn't count: between "on" and "on"
 * there may have been "off".
 */
export function joinRepeat<Reply>(content: string, send: () => Promise<Reply>): Promise<Reply> {
  if (latest.change?.content === content) return latest.change.reply as Promise<Reply>
  const reply = send()
  const change = { content, reply }
  latest.change = change
  const end = () => {
    if (latest.change === change) latest.change = null
  }
  reply.then(end, end)
  return reply
}
