import { IconCircleCheck, IconCircleDashed, IconHourglass } from '@tabler/icons-react'
import type { ReviewState as State } from '@trestle/domain/manifests/contract.ts'
import { reviewLabels } from '@trestle/domain/manifests/rules.ts'
import { Badge } from '../ui/Badge.tsx'

const looks = {
  confidential: { tone: 'neutral', Icon: IconCircleDashed },
  in_review: { tone: 'warning', Icon: IconHourglass },
  published: { tone: 'success', Icon: IconCircleCheck },
} as const

/** Where a production version stands in its review. */
export function ReviewState({ state }: { state: State | null }) {
  if (state === null) return null
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {reviewLabels[state]}
    </Badge>
  )
}
