import { ActionIcon } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Shell.module.css'
import { Toggle } from '../ui/Toggle.tsx'
import { useScheme } from './useScheme.ts'

/** A standalone switch for signed-out users. */
export function SchemeButton() {
  const { t } = useTranslation()
  const { isDark, toggle } = useScheme()
  const Icon = isDark ? IconSun : IconMoon
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      role="switch"
      aria-checked={isDark}
      aria-label={t('shell.darkMode')}
      onClick={toggle}
    >
      <Icon size={19} aria-hidden />
    </ActionIcon>
  )
}

/** A row of the narrow menu. */
export function SchemeRow() {
  const { t } = useTranslation()
  const { isDark, toggle } = useScheme()
  return (
    <div className={classes['link']}>
      <Toggle label={t('shell.darkMode')} checked={isDark} onChange={toggle} />
    </div>
  )
}
