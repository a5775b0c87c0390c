import { useTranslation } from 'react-i18next'
import { Banner } from './Banner.tsx'
import classes from './Banner.module.css'
import { type Failure, failureTitle, toFailure, toMessages } from './failure.ts'

interface ErrorBannerProps {
  title?: string | undefined
  /** The title stays if the reply to a change got lost: the specification sets it, or it is right anyway. */
  keepsTitle?: boolean | undefined
  /** Null shows nothing. Several messages form one paragraph (ERR-13). */
  error?: Failure | null | undefined
  /** Messages shown as a list. */
  messages?: string[]
  onClose?: () => void
}

/** Returns the request ID for server errors, the only ones where it helps. */
const requestIdFor = (error: Failure | null | undefined) =>
  error?.requestId && (error.status ?? 500) >= 500 ? error.requestId : null

/** Replaces the message of an unexpected error, which is not meant for users. */
const toMessage = (error: Failure): string =>
  toMessages(error instanceof Error ? toFailure(error) : error).join(' ')

export function ErrorBanner({ title, keepsTitle = false, error, messages, onClose }: ErrorBannerProps) {
  const { t } = useTranslation()
  const lines = [...new Set(messages ?? (error ? [toMessage(error)] : []))]
  const requestId = requestIdFor(error)
  if (lines.length === 0) return null
  const shownTitle = keepsTitle ? title : failureTitle(t, error, title)
  return (
    <Banner tone="danger" announce title={shownTitle ?? t('ui.errorTitle')} {...(onClose && { onClose })}>
      {lines.length === 1 ? (
        <p>{lines[0]}</p>
      ) : (
        <ul>
          {lines.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {requestId && <p className={classes['requestId']}>{t('ui.requestId', { id: requestId })}</p>}
    </Banner>
  )
}
