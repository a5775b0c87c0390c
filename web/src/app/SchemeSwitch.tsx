import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface SchemeSwitchProps {
  isDark: boolean
  children: ReactNode
  className?: string | undefined
  onClick?: (() => void) | undefined
}

/** The appearance of the switch between light and dark schemes. */
export function SchemeSwitch({ isDark, ...props }: SchemeSwitchProps) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      role="switch"
      aria-checked={isDark}
      aria-label={t('shell.darkMode')}
      data-scheme-switch
      {...props}
    />
  )
}
