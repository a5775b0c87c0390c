import { ActionIcon } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
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
