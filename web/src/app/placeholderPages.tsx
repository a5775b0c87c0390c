import { useTranslation } from 'react-i18next'
import { PlaceholderPage } from './PlaceholderPage.tsx'

/** The addresses of later parts: title and what will be there. */
const texts = {
  marketplace: ['shell.marketplace', 'shell.placeholder.marketplace'],
  rateLimits: ['shell.rateLimits', 'shell.placeholder.rateLimits'],
} as const

type Place = keyof typeof texts

export function placeholderPage(name: Place) {
  return function Page() {
    const { t } = useTranslation()
    const [title, detail] = texts[name]
    return <PlaceholderPage title={t(title)} detail={t(detail)} />
  }
}

/** Every page of the admin area says where it stands. */
export function adminPlaceholderPage(name: Place) {
  return function Page() {
    const { t } = useTranslation()
    const [title, detail] = texts[name]
    const crumbs = [{ label: t('shell.admin') }, { label: t(title) }]
    return <PlaceholderPage title={t(title)} detail={t(detail)} crumbs={crumbs} />
  }
}
