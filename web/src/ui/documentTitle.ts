import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** `OAuth Credentials · Site Sync · Trestle`: the nearest thing first. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const { t } = useTranslation()
  const title = [...parts.filter(Boolean), t('ui.documentTitle')].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
