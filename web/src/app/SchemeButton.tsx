import { IconMoon, IconSun } from '@tabler/icons-react'
import { SchemeSwitch } from './SchemeSwitch.tsx'
import { useScheme } from './useScheme.ts'

/** A standalone switch for signed-out users. */
export function SchemeButton() {
  const { isDark, toggle } = useScheme()
  const Icon = isDark ? IconSun : IconMoon
  return (
    <SchemeSwitch isDark={isDark} onClick={toggle}>
      <Icon size="1.1875rem" aria-hidden />
    </SchemeSwitch>
  )
}
