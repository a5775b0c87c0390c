import { useTranslation } from 'react-i18next'
import { Toggle } from '../ui/Toggle.tsx'
import classes from './Shell.module.css'
import { useScheme } from './useScheme.ts'

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
