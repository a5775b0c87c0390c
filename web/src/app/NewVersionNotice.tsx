import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageOutdated } from '../http/build.ts'
import { Banner } from '../ui/Banner.tsx'
import classes from './Shell.module.css'

/**
 * Offers a reload when the server has a newer version of the page. Never reloads on its own, because the user may be
 * typing.
 */
export function NewVersionNotice() {
  const { t } = useTranslation()
  const isOutdated = usePageOutdated()
  const [isDismissed, setDismissed] = useState(false)
  if (!isOutdated || isDismissed) return null
  return (
    <aside className={classes['notice']} aria-label={t('shell.newVersion.label')}>
      <Banner tone="info" announce onClose={() => setDismissed(true)}>
        <Group gap="sm">
          <span>{t('shell.newVersion.text')}</span>
          <Button size="xs" variant="default" onClick={() => window.location.reload()}>
            {t('ui.reload')}
          </Button>
        </Group>
      </Banner>
    </aside>
  )
}
