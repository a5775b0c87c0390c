import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { ErrorBanner, type Failure } from '../../ui/ErrorBanner.tsx'
import { toMessages } from '../../ui/failure.ts'

interface ListingFailureProps {
  failure: Failure | null
  onClose: () => void
}

/** Shows why a listing could not be saved: the server's messages, as a list if there are several (ERR-34 to ERR-41). */
export function ListingFailure({ failure, onClose }: ListingFailureProps) {
  const { t } = useTranslation()
  if (!failure) return null
  const messages = failure.isGeneric ? [t('listings.actions.saveFailed')] : toMessages(failure)
  const title = failure.status === 404 ? t('listings.actions.notFound') : t('listings.actions.errorTitle')
  if (messages.length === 1) {
    return <ErrorBanner title={title} error={failure} messages={messages} onClose={onClose} />
  }
  return (
    <ErrorBanner
      title={`${title}. ${t('listings.actions.several')}`}
      error={failure}
      messages={messages}
      onClose={onClose}
    />
  )
}
