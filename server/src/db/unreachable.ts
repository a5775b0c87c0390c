/** No way to the server, no room on it, or it went away: of the network and of PostgreSQL. */
const codes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|53300|57P0[123]|08\w{3})$/

/** What the driver and its pool say without a code. */
const messages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated.*|Client has encountered a connection error and is not queryable)$/

/** Whether the database could not be reached, or its pool had no connection left: it may be over in a moment. */
export function isUnreachable(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string') return codes.test(error.code)
  return messages.test(error.message)
}
