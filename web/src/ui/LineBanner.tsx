import { CloseButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bannerIcons, type BannerTone } from './Banner.tsx'
import banner from './Banner.module.css'
import { clsx } from './clsx.ts'
import classes from './LineBanner.module.css'

interface LineBannerProps {
  tone: BannerTone
  title: string
  /** Shown next to the title, without opening the banner. */
  action?: ReactNode
  /** Whether it is initially open. */
  startsOpen?: boolean
  onClose?: () => void
  children: ReactNode
}

/** Shows a one-line banner whose title opens the rest. */
export function LineBanner({ tone, title, action, startsOpen = false, onClose, children }: LineBannerProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(startsOpen)
  const id = useId()
  const Icon = bannerIcons[tone]
  return (
    <div className={clsx(banner[tone], classes['banner'])}>
      <div className={classes['line']}>
        <Icon size="1.125rem" aria-hidden />
        <button
          type="button"
          className={classes['title']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{title}</span>
          <IconChevronRight size="1rem" aria-hidden className={clsx(isOpen && classes['turned'])} />
        </button>
        {action}
        {onClose && (
          <CloseButton
            size={24}
            className={banner['close'] ?? ''}
            variant="transparent"
            aria-label={t('ui.closeNamed', { name: title })}
            onClick={onClose}
          />
        )}
      </div>
      <div id={id} hidden={!isOpen} className={clsx(banner['body'], classes['body'])}>
        {children}
      </div>
    </div>
  )
}
