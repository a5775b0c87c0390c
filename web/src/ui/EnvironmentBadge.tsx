import { IconFlask, IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Badge } from './Badge.tsx'

export type Environment = 'sandbox' | 'production'

/** Shows the environment as text and color: sandbox is always magenta, production always blue. */
export function EnvironmentBadge({ environment }: { environment: Environment }) {
  const { t } = useTranslation()
  const Icon = environment === 'sandbox' ? IconFlask : IconWorld
  return (
    <Badge tone={environment} icon={<Icon size="0.875rem" aria-hidden />}>
      {t(`ui.${environment}`)}
    </Badge>
  )
}
