import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Banner.module.css'
import { clsx } from './clsx.ts'

export type BannerTone = 'info' | 'success' | 'warning' | 'danger'

export const bannerIcons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
}

interface BannerProps {
  tone: BannerTone
  title?: ReactNode
  children?: ReactNode
  onClose?: () => void
  /** Announces the banner immediately, for something that has just happened. */
  announce?: boolean
}

const roleFor = (tone: BannerTone) => (tone === 'danger' ? 'alert' : 'status')

export function Banner({ tone, title, children, onClose, announce = false }: BannerProps) {
  const { t } = useTranslation()
  const Icon = bannerIcons[tone]
  return (
    <div className={clsx(classes['banner'], classes[tone])} role={announce ? roleFor(tone) : undefined}>
      <Icon size="1.25rem" aria-hidden />
      <div className={classes['body']}>
        {title && <p className={classes['title']}>{title}</p>}
        {children}
      </div>
      {onClose && (
        <CloseButton
          className={classes['close'] ?? ''}
          variant="transparent"
          aria-label={t('ui.close')}
          onClick={onClose}
        />
      )}
    </div>
  )
}
