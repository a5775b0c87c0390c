import { useTranslation } from 'react-i18next'
import classes from './Table.module.css'

/** Stands for a missing value in a table, less visible than the values. */
export function NotAvailable() {
  const { t } = useTranslation()
  return <span className={classes['missing']}>{t('ui.notAvailable')}</span>
}
