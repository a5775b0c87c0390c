import { CallError } from './callError.ts'

/** Waits for a change whose reply can't be loaded again. If the reply got lost, refreshes what shows the change. */
export async function refreshIfLost<Reply>(change: Promise<Reply>, refresh: () => unknown): Promise<Reply> {
  try {
    return await change
  } catch (error) {
    if (error instanceof CallError && error.isUnconfirmed) void refresh()
    throw error
  }
}
