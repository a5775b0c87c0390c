import { useTranslation } from 'react-i18next'
import { Banner } from './Banner.tsx'
import classes from './Banner.module.css'

/** What a failed call tells people. A CallError is one. */
export interface Failure {
  message: string
  errors?: string[]
  requestId?: string | null
  status?: number
}

interface ErrorBannerProps {
  title?: string
  /** Nothing is shown for null. Its sentences stand in one paragraph (ERR-13). */
  error?: Failure | null | undefined
  /** Sentences that stand in a list. */
  messages?: string[]
  onClose?: () => void
}

/** The request id matters only when the fault is ours. */
const requestIdOf = (error: Failure | null | undefined) =>
  error?.requestId && (error.status ?? 500) >= 500 ? error.requestId : null

const textOf = ({ errors = [], message }: Failure) => (errors.length > 0 ? errors.join(' ') : message)

export function ErrorBanner({ title, error, messages, onClose }: ErrorBannerProps) {
  const { t } = useTranslation()
  const sentences = messages ?? (error ? [textOf(error)] : [])
  const requestId = requestIdOf(error)
  if (sentences.length === 0) return null
  return (
    <Banner tone="danger" announce title={title ?? t('ui.errorTitle')} {...(onClose && { onClose })}>
      {sentences.length === 1 ? (
        <p>{sentences[0]}</p>
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {requestId && <p className={classes['requestId']}>{t('ui.requestId', { id: requestId })}</p>}
    </Banner>
  )
}
