/**
 * Runs a step for each item, one after the other, also after one failed: an item that always fails would keep the later ones
 * waiting forever. What failed is thrown at the end, so that the caller fails too.
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
