import { CallError } from './callError.ts'

/** Returns whether a call was refused because its subject no longer exists. */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.code === 'not_found'

/** Returns whether a change was refused because of the current state of its subject, which the page may not show. */
export const isConflict = (error: unknown): boolean => error instanceof CallError && error.code === 'conflict'

/** Waits for a removal. If another browser already removed it, it counts as removed and the reply is null. */
export async function settleRemoval<Reply>(removal: Promise<Reply>): Promise<Reply | null> {
  try {
    return await removal
  } catch (error) {
    if (!isGone(error)) throw error
    return null
  }
}
