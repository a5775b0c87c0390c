import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Sets the document title, most specific part first: `OAuth Credentials · Site Sync · Trestle`. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const { t } = useTranslation()
  const title = [...parts.filter(Boolean), t('ui.documentTitle')].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
