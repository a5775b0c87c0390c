import { useTranslation } from 'react-i18next'
import '../texts/credentials.ts'

export function useRedirectLabels() {
  const { t } = useTranslation()
  return {
    redirect_uri: t('credentials.redirects.uris'),
    allowed_cors_domain: t('credentials.redirects.cors'),
  }
}
