import { useTranslation } from 'react-i18next'
import { PlaceholderPage } from './PlaceholderPage.tsx'

/** The addresses of later parts: title and what will be there. */
const texts = {
  marketplace: ['shell.marketplace', 'shell.placeholder.marketplace'],
} as const

type Place = keyof typeof texts

export function placeholderPage(name: Place) {
  return function Page() {
    const { t } = useTranslation()
    const [title, detail] = texts[name]
    return <PlaceholderPage title={t(title)} detail={t(detail)} />
  }
}
