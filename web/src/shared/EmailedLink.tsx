import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isGone } from '../http/gone.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { DeadLink } from './DeadLink.tsx'

interface EmailedLinkProps<Data> {
  link: UseQueryResult<Data>
  /** The title until the link has loaded. */
  title: string
  failedTitle: string
  /** What to offer someone whose link no longer works. */
  alternative: ReactNode
  /** Returns the page. */
  children: (data: Data) => ReactNode
}

/** Shows the page of an emailed link, or why there is none. */
export function EmailedLink<Data>({
  link,
  title,
  failedTitle,
  alternative,
  children,
}: EmailedLinkProps<Data>) {
  const { data, error } = link
  if (isGone(error)) return <DeadLink message={toFailure(error).message}>{alternative}</DeadLink>
  if (data !== undefined) return children(data)
  return (
    <NarrowPage title={title}>
      {error ? (
        <FailedState title={failedTitle} error={toFailure(error)} onRetry={() => void link.refetch()} />
      ) : (
        <LinesSkeleton lines={3} />
      )}
    </NarrowPage>
  )
}
