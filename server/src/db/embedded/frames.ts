/** Client messages that the backend can process in one go. */
export interface Batch {
  kind: 'startup' | 'encryption' | 'terminate' | 'query' | 'partial'
  bytes: Buffer
}

const encryptionRequests = [80_877_103, 80_877_104]

/** The messages after which the client waits for a reply. Everything before them belongs to the same batch. */
const endings = new Map<number, Batch['kind']>([
  [0x51, 'query'], // Query
  [0x53, 'query'], // Sync
  [0x46, 'query'], // FunctionCall
  [0x48, 'partial'], // Flush: a reply is due, but the exchange continues
  [0x58, 'terminate'],
])

/**
 * Creates a reader of a client's PostgreSQL wire protocol. The backend must never receive part of a message, so
 * incomplete ones wait for the rest.
 */
export function createFrameReader(): (bytes: Buffer) => Batch[] {
  let pending: Buffer = Buffer.alloc(0)
  let scanned = 0
  let started = false

  function readStartup(): Batch | undefined {
    const length = pending.length >= 8 ? pending.readInt32BE(0) : Infinity
    if (pending.length < length) return undefined
    const isEncryption = encryptionRequests.includes(pending.readInt32BE(4))
    started = !isEncryption
    return take(isEncryption ? 'encryption' : 'startup', length)
  }

  function readBatch(): Batch | undefined {
    while (pending.length >= scanned + 5) {
      const end = scanned + 1 + pending.readInt32BE(scanned + 1)
      if (pending.length < end) return undefined
      const kind = endings.get(pending[scanned] ?? 0)
      if (kind) return take(kind, end)
      scanned = end
    }
    return undefined
  }

  function take(kind: Batch['kind'], length: number): Batch {
    const bytes = pending.subarray(0, length)
    pending = pending.subarray(length)
    scanned = 0
    return { kind, bytes }
  }

  return (bytes) => {
    pending = pending.length > 0 ? Buffer.concat([pending, bytes]) : bytes
    const batches: Batch[] = []
    for (let batch = next(); batch; batch = next()) batches.push(batch)
    return batches
  }

  function next(): Batch | undefined {
    return started ? readBatch() : readStartup()
  }
}

const withLength = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Returns the greeting of a backend that asks for no password. */
export function greeting(settings: Record<string, string>): Buffer {
  const reports = Object.entries(settings).map(([name, value]) =>
    withLength('S', Buffer.from(`${name}\0${value}\0`)),
  )
  return Buffer.concat([withLength('R', Buffer.alloc(4)), ...reports, withLength('Z', Buffer.from('I'))])
}
