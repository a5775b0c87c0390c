import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconHelpCircle,
  IconHourglass,
  IconHourglassOff,
} from '@tabler/icons-react'
import type { ManifestVersion, ReviewRound } from '@trestle/domain/manifests/contract.ts'
import type { ReviewState as State } from '@trestle/domain/manifests/states.ts'
import { reviewLabels } from '@trestle/domain/manifests/rules.ts'
import { isRejected, isSuperseded } from '@trestle/domain/manifests/versions.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { lookUp } from '../../ui/lookUp.ts'

interface Look {
  tone: Tone
  Icon: typeof IconHourglass
}

const inReview: Look = { tone: 'warning', Icon: IconHourglass }
const approved: Look = { tone: 'success', Icon: IconCircleCheck }
const rejected: Look = { tone: 'danger', Icon: IconCircleX }
const superseded: Look = { tone: 'neutral', Icon: IconHourglassOff }
const looks: Record<State, Look> = {
  confidential: { tone: 'neutral', Icon: IconCircleDashed },
  in_review: inReview,
  published: approved,
}
const unknown: Look = { tone: 'danger', Icon: IconHelpCircle }

function StateBadge({ look, label }: { look: Look | undefined; label: string | undefined }) {
  const { t } = useTranslation()
  const { tone, Icon } = look ?? unknown
  return (
    <Badge tone={tone} icon={<Icon size="0.875rem" aria-hidden />}>
      {label ?? t('ui.unknownState')}
    </Badge>
  )
}

function SupersededBadge() {
  const { t } = useTranslation()
  return <StateBadge look={superseded} label={t('manifests.review.superseded.label')} />
}

interface ReviewStateProps {
  version: ManifestVersion
  published: ManifestVersion | null
}

/** Shows the review state of a production version. */
export function ReviewState({ version, published }: ReviewStateProps) {
  const { t } = useTranslation()
  const { state } = version
  if (state === null) return null
  if (isSuperseded(version, published)) return <SupersededBadge />
  if (isRejected(version)) return <StateBadge look={rejected} label={t('manifests.rounds.rejected')} />
  return <StateBadge look={lookUp(looks, state)} label={lookUp(reviewLabels, state)} />
}

const roundLooks: Record<ReviewRound['state'], Look> = {
  in_review: inReview,
  withdrawn: { tone: 'neutral', Icon: IconArrowBackUp },
  approved,
  rejected,
}

interface RoundStateProps {
  round: ReviewRound
  published: ManifestVersion | null
}

/** Shows how one round of a review ended. */
export function RoundState({ round, published }: RoundStateProps) {
  const { t } = useTranslation()
  if (isSuperseded(round, published)) return <SupersededBadge />
  const { state } = round
  const look = lookUp(roundLooks, state)
  return <StateBadge look={look} label={look && t(`manifests.rounds.${state}`)} />
}
