import type { ListingLabel } from '@trestle/domain/listings/transitions.ts'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { lookUp } from '../ui/lookUp.ts'

const tones: Record<ListingLabel, Tone> = {
  'Not reviewed': 'neutral',
  Approved: 'neutral',
  Rejected: 'warning',
  'In review': 'info',
  Published: 'success',
  'Unknown State': 'danger',
}

interface ListingBadgeProps {
  /** As `listingLabel` returns it. */
  label: string
  children?: ReactNode
}

/** Shows the state of an app's listing in the same color everywhere. */
export function ListingBadge({ label, children = label }: ListingBadgeProps) {
  return <Badge tone={lookUp(tones, label) ?? 'danger'}>{children}</Badge>
}
