/** From Node, whose types the rules don't have, because they also run in browsers. */
declare const process: { threadCpuUsage: () => { user: number; system: number } }

/**
 * Returns how long the current thread has computed, in milliseconds. Unlike a clock, it leaves out the time in which the
 * machine ran something else.
 */
export function computedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
