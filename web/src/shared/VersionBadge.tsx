import { IconCircleCheck, IconFlask, IconHelpCircle, IconHourglass, IconPencil } from '@tabler/icons-react'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { lookUp } from '../ui/lookUp.ts'

const looks: Record<string, { tone: Tone; Icon: typeof IconPencil }> = {
  blue: { tone: 'info', Icon: IconPencil },
  magenta: { tone: 'sandbox', Icon: IconFlask },
  green: { tone: 'success', Icon: IconCircleCheck },
  yellow: { tone: 'warning', Icon: IconHourglass },
}
const unknown = { tone: 'danger', Icon: IconHelpCircle } as const

/** Shows the state of an app's newest versions, as `headerBadge` returns it (PROM-01 to PROM-08). */
export function VersionBadge({ badge }: { badge: { label: string; color: string } }) {
  const { tone, Icon } = lookUp(looks, badge.color) ?? unknown
  return (
    <Badge tone={tone} icon={<Icon size="0.875rem" aria-hidden />}>
      {badge.label}
    </Badge>
  )
}
