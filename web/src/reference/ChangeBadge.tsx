import {
  IconAlertTriangle,
  IconArchive,
  IconHelpCircle,
  IconPlus,
  IconRefresh,
  IconSparkles,
  IconSunset,
  IconTool,
} from '@tabler/icons-react'
import type { ChangeType } from '@trestle/domain/reference/changeTypes.ts'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { humanize } from '../ui/humanize.ts'
import { lookUp } from '../ui/lookUp.ts'

const looks: Record<ChangeType, { tone: Tone; icon: typeof IconPlus }> = {
  fix: { tone: 'warning', icon: IconTool },
  new: { tone: 'success', icon: IconSparkles },
  feature: { tone: 'info', icon: IconPlus },
  refinement: { tone: 'accent', icon: IconRefresh },
  deprecated: { tone: 'danger', icon: IconArchive },
  sunset: { tone: 'neutral', icon: IconSunset },
}

const unknown = { tone: 'neutral', icon: IconHelpCircle } as const

export function ChangeBadge({ type }: { type: ChangeType }) {
  const { t } = useTranslation()
  const { tone, icon: Icon } = lookUp(looks, type) ?? unknown
  return (
    <Badge tone={tone} icon={<Icon size="0.8125rem" aria-hidden />}>
      {t(`reference.changelog.type.${type}`, { defaultValue: humanize(type) })}
    </Badge>
  )
}

export function BreakingBadge() {
  const { t } = useTranslation()
  return (
    <Badge tone="danger" icon={<IconAlertTriangle size="0.8125rem" aria-hidden />}>
      {t('reference.changelog.breaking')}
    </Badge>
  )
}
