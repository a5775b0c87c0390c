/** Whether this is `npm run test:long`, for faults that only show up in many rounds. */
const isLong = process.env.TEST_LONG === 'true'

/** Returns how many rounds a test of random faults runs: few in `npm test`, many in `npm run test:long`. */
export const roundCount = ({ short, long }: { short: number; long: number }): number =>
  isLong ? long : short

/** Test options for a race: `npm run test:long` runs it twenty times. */
export const repeated = { repeats: roundCount({ short: 0, long: 19 }) }
