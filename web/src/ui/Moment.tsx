import { toSecond } from './dates.ts'

interface MomentProps {
  at: string | null
  format: (at: string | null) => string
}

/** Shows when something happened. The tip has the time in UTC, because staff see UTC days next to local times. */
export function Moment({ at, format }: MomentProps) {
  if (at === null) return format(at)
  return (
    <time dateTime={at} title={`${toSecond(at)} (UTC)`}>
      {format(at)}
    </time>
  )
}
