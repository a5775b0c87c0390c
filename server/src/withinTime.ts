/** Returns the result of the work or, if it takes longer than this, that of `whenLate`. The work isn't stopped. */
export async function withinTime<Result, Late>(
  work: Promise<Result>,
  ms: number,
  whenLate: () => Late,
): Promise<Result | Late> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  try {
    return await Promise.race([work, late.promise.then(whenLate)])
  } finally {
    clearTimeout(timer)
  }
}
