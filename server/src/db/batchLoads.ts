/** Enough that one slow statement doesn't stop the others. */
const maxStatements = 2
const maxInBatch = 100

interface Waiting<Input, Output> {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that loads one row per call, for statements that many callers need at the same time. Calls that
 * arrive while statements run share the next one, because sending a statement costs more than finding its rows. A
 * statement only answers calls that began before it, so each sees everything that was committed before it.
 */
export function batchLoads<Input, Output>(
  load: (inputs: Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = []
  let running = 0

  async function run(): Promise<void> {
    if (running >= maxStatements || waiting.length === 0) return
    const batch = waiting.splice(0, maxInBatch)
    running += 1
    try {
      const outputs = await load(batch.map(({ input }) => input))
      if (outputs.length !== batch.length) {
        throw new Error('A statement did not answer every call of its batch.')
      }
      for (const [index, output] of outputs.entries()) batch[index]?.resolve(output)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      void run()
    }
  }

  return (input) => {
    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    waiting.push({ input, resolve, reject })
    void run()
    return promise
  }
}
