import { IconCircleCheck, IconCircleDashed, IconHelpCircle, IconHourglass } from '@tabler/icons-react'
import type { ReviewState as State } from '@trestle/domain/manifests/contract.ts'
import { reviewLabels } from '@trestle/domain/manifests/rules.ts'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { lookUp } from '../ui/lookUp.ts'

const looks: Record<State, { tone: Tone; Icon: typeof IconHourglass }> = {
  confidential: { tone: 'neutral', Icon: IconCircleDashed },
  in_review: { tone: 'warning', Icon: IconHourglass },
  published: { tone: 'success', Icon: IconCircleCheck },
}
const unknown = { tone: 'danger', Icon: IconHelpCircle } as const

/** Where a production version stands in its review. */
export function ReviewState({ state }: { state: State | null }) {
  const { t } = useTranslation()
  if (state === null) return null
  const { tone, Icon } = lookUp(looks, state) ?? unknown
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {lookUp(reviewLabels, state) ?? t('ui.unknownState')}
    </Badge>
  )
}
