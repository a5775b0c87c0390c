/** Returns how far a time zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return local - Math.floor(at / 1000) * 1000
}

/** Returns the moment at which a day begins in a time zone. `day` is midnight of that day in UTC. */
export function startOfDay(day: number, zone: string): number {
  const guess = day - offsetAt(day, zone)
  // The clocks may have changed between the guess and midnight in UTC.
  return day - offsetAt(guess, zone)
}

/** Returns the date on the calendar of a time zone, such as 2026-09-22. */
export const dateIn = (at: Date, zone: string): string =>
  new Date(at.getTime() + offsetAt(at.getTime(), zone)).toISOString().slice(0, 10)
