import { Popover } from '@mantine/core'
import { cloneElement, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/notifications.ts'
import { Boundary } from '../ui/Boundary.tsx'
import type { LoadedMenuProps } from '../ui/LazyMenu.tsx'
import { TextLink } from '../ui/Link.tsx'
import { lazyComponent } from '../ui/lazyComponent.ts'
import { LoadingNotifications } from './LoadingNotifications.tsx'
import classes from './NotificationsMenu.module.css'

/** Lazy, because it includes the Markdown renderer. */
const LatestNotifications = lazyComponent(() =>
  import('./LatestNotifications.tsx').then((m) => m.LatestNotifications),
)

export function NotificationsPopover({ trigger, opened, onChange }: LoadedMenuProps) {
  const { t } = useTranslation()
  const headingId = useId()
  const close = () => onChange(false)
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{cloneElement(trigger, { onClick: () => onChange(!opened) })}</Popover.Target>
      {/* Without its own name, the dialog would have the bell's name, including the count. */}
      <Popover.Dropdown aria-labelledby={headingId}>
        <h2 id={headingId} className="visually-hidden">
          {t('notifications.title')}
        </h2>
        <Boundary>
          <Suspense fallback={<LoadingNotifications />}>
            <LatestNotifications onFollow={close} />
          </Suspense>
        </Boundary>
        <p className={classes['all']}>
          <TextLink href={paths.notifications()} onClick={close}>
            {t('notifications.seeAll')}
          </TextLink>
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}
