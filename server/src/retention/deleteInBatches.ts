/** Deletes at most this many rows, and returns how many it deleted. */
type DeleteUpTo = (limit: number) => Promise<number>

/** Small enough that a batch takes no longer than a second, and many enough to catch up. */
const batches = { rows: 2_000, perRun: 2_000 }

/**
 * Deletes rows in batches that each commit, so that no statement takes too long, and no other request waits for the
 * rows. The next run deletes the rest.
 */
export async function deleteInBatches(deletions: DeleteUpTo[]): Promise<void> {
  let left = batches.perRun
  for (const deleteUpTo of deletions) {
    let deleted = batches.rows
    for (; deleted === batches.rows && left > 0; left -= 1) deleted = await deleteUpTo(batches.rows)
  }
}
