/**
 * Runs a step for each item, one at a time. Continues after a failure, because an item that always fails would block
 * the later ones forever. Throws the failures at the end, so that the caller also fails.
 */
export async function runEach<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  step: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for await (const item of items) await step(item).catch((error: unknown) => void errors.push(error))
  const [first, second] = errors
  if (second !== undefined) throw new AggregateError(errors, `${errors.length} items failed`)
  if (first !== undefined) throw first
}
