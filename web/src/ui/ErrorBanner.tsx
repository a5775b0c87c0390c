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
  /** Nothing is shown for null. */
  error?: Failure | null | undefined
  messages?: string[]
  onClose?: () => void
}

/** The request id matters only when the fault is ours. */
const requestIdOf = (error: Failure | null | undefined) =>
  error?.requestId && (error.status ?? 500) >= 500 ? error.requestId : null

export function ErrorBanner({ title, error, messages, onClose }: ErrorBannerProps) {
  const { t } = useTranslation()
  const sentences = messages ?? error?.errors ?? (error ? [error.message] : [])
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
