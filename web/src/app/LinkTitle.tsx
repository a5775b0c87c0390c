import { useTranslation } from 'react-i18next'
import type { NavigationLink } from './navigation.ts'

/** Shows the title of a link, and its badge after a space. */
export function LinkTitle({ link: { title, badge } }: { link: NavigationLink }) {
  const { t } = useTranslation()
  return (
    <>
      {t(title)}
      {badge && <> {badge}</>}
    </>
  )
}
