import type { Problem } from '@trestle/domain/listings/rules.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toMessages } from '../../ui/failure.ts'
import { LinkedProblems } from './LinkedProblems.tsx'
import type { ListingForm } from './useListingForm.ts'

interface ListingFailureProps {
  form: ListingForm
  onGoTo: (problem: Problem) => void
}

/**
 * Shows why a listing could not be saved: each refused field with a link, or the server's messages, as a list if there
 * are several (ERR-34 to ERR-41).
 */
export function ListingFailure({ form, onGoTo }: ListingFailureProps) {
  const { t } = useTranslation()
  const { failure, refusedProblems: problems } = form
  if (!failure) return null
  const title = failure.status === 404 ? t('listings.actions.notFound') : t('listings.actions.errorTitle')
  const severalTitle = `${title}. ${t('listings.actions.several')}`
  if (problems && Object.keys(failure.fields ?? {}).length > 0) {
    const isOne = problems.length === 1
    return <LinkedProblems title={isOne ? title : severalTitle} problems={problems} onGoTo={onGoTo} />
  }
  const messages = failure.isGeneric ? [t('listings.actions.saveFailed')] : toMessages(failure)
  return (
    <ErrorBanner
      title={messages.length === 1 ? title : severalTitle}
      keepsTitle
      error={failure}
      messages={messages}
      onClose={form.clearFailure}
    />
  )
}
