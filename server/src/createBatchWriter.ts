interface Options<Row> {
  write: (rows: Row[]) => Promise<void>
  /** Called with a failure of `write`, whose rows are lost. */
  onError: (error: unknown) => void
  /** Called with the number of rows that were dropped since the last batch because too many were waiting. */
  onDrop: (dropped: number) => void
  maxWaiting: number
  everyMs: number
}

export interface BatchWriter<Row> {
  /** Adds a row. `combine` gets the waiting row with the same key, which its result replaces. */
  add: (key: string, combine: (waiting: Row | undefined) => Row) => void
  /** Writes the waiting rows, after the earlier batches. Never fails. */
  flush: () => Promise<void>
}

/** Creates a writer that collects rows for some time and writes them together, so that no request waits for it. */
export function createBatchWriter<Row>(options: Options<Row>): BatchWriter<Row> {
  const { write, onError, onDrop, maxWaiting, everyMs } = options
  const waiting = new Map<string, Row>()
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function writeBatch(): Promise<void> {
    timer = undefined
    const rows = [...waiting.values()]
    waiting.clear()
    if (dropped > 0) onDrop(dropped)
    dropped = 0
    if (rows.length > 0) await write(rows).catch(onError)
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    writing = writing.then(writeBatch)
    return writing
  }

  return {
    add: (key, combine) => {
      const known = waiting.get(key)
      if (known === undefined && waiting.size >= maxWaiting) dropped += 1
      else waiting.set(key, combine(known))
      timer ??= setTimeout(() => void flush(), everyMs).unref()
    },
    flush,
  }
}
