/** Why the database or the disk can't serve a request right now, although the request is fine. */
export type StorageFault = 'unreachable' | 'busy' | 'read_only' | 'full' | 'files_unreachable'

/** SQLSTATEs of PostgreSQL and error codes of the operating system. */
const codes: [StorageFault, RegExp][] = [
  ['unreachable', /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/],
  // Connection exceptions, too many connections, and a server that is shutting down, starting or recovering.
  ['unreachable', /^(08\w{3}|53300|57P0[1-5])$/],
  // Serialization failure, deadlock, lock not available (lock_timeout), query canceled (statement_timeout).
  ['busy', /^(40001|40P01|55P03|57014|25P0[34])$/],
  ['read_only', /^(25006|EROFS)$/],
  ['full', /^(53100|53200|53000|ENOSPC|EDQUOT|EMFILE|ENFILE)$/],
]

/** Messages of the driver and its pool that come without a code. */
const unreachable =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated.*|Client has encountered a connection error and is not queryable)$/

/** Returns the fault if it may be over soon, or undefined for a defect in the program. */
export function findFault(error: Error): StorageFault | undefined {
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error
    if (code.startsWith('E_CANNOT_')) return findFileFault(error.cause)
    return codes.find(([, pattern]) => pattern.test(code))?.[0]
  }
  return unreachable.test(error.message) ? 'unreachable' : undefined
}

/** Finds the fault that the file library wrapped. */
function findFileFault(cause: unknown): StorageFault {
  const fault = cause instanceof Error ? findFault(cause) : undefined
  return fault === 'full' || fault === 'read_only' ? fault : 'files_unreachable'
}
