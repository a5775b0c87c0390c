import { useTranslation } from 'react-i18next'
import type { NavigationLink } from './navigation.ts'

export function LinkTitle({ title, badge }: Pick<NavigationLink, 'title' | 'badge'>) {
  const { t } = useTranslation()
  return (
    <>
      {t(title)}
      {badge && <> {badge}</>}
    </>
  )
}
