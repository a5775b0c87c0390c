import { useTranslation } from 'react-i18next'
import { Banner } from './Banner.tsx'
import classes from './Banner.module.css'
import { toFailure, toMessages } from './failure.ts'

/** What a failed call tells people. A CallError is one. */
export interface Failure {
  message: string
  errors?: string[]
  requestId?: string | null
  status?: number
  /** The reply had no text of its own: a screen with a text for this puts it in the place of the message. */
  isGeneric?: boolean
  /** Only a reload of the page helps. */
  mustReload?: boolean
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
const requestIdFor = (error: Failure | null | undefined) =>
  error?.requestId && (error.status ?? 500) >= 500 ? error.requestId : null

/** A fault may be handed over as it was thrown: its message is not for users. */
const toMessage = (error: Failure): string =>
  toMessages(error instanceof Error ? toFailure(error) : error).join(' ')

export function ErrorBanner({ title, error, messages, onClose }: ErrorBannerProps) {
  const { t } = useTranslation()
  const lines = messages ?? (error ? [toMessage(error)] : [])
  const requestId = requestIdFor(error)
  if (lines.length === 0) return null
  return (
    <Banner tone="danger" announce title={title ?? t('ui.errorTitle')} {...(onClose && { onClose })}>
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
