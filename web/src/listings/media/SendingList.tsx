import { Button, Progress } from '@mantine/core'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { FileLabel } from './FileLabel.tsx'
import classes from './Media.module.css'
import type { Sending, Uploads } from './useUploads.ts'

interface SendingListProps {
  list: readonly Sending[]
  uploads: Uploads
  /** Called when the focused row disappears. */
  onGone: () => void
}

/** Lists running uploads, each with progress and cancel, and failed ones. */
export function SendingList({ list, uploads, onGone }: SendingListProps) {
  if (list.length === 0) return null
  return (
    <ul className={classes['sending']}>
      {list.map((each) => (
        <SendingRow key={each.sequence} sending={each} uploads={uploads} onGone={onGone} />
      ))}
    </ul>
  )
}

interface SendingRowProps {
  sending: Sending
  uploads: Uploads
  onGone: () => void
}

function SendingRow({ sending, uploads, onGone }: SendingRowProps) {
  const { t } = useTranslation()
  const back = useRef<HTMLButtonElement>(null)
  const { file, share, error, sequence } = sending
  const percent = Math.floor(share * 100)
  const hasFailed = error !== null
  const retry = () => {
    back.current?.focus()
    uploads.retry(sending)
  }
  const cancel = () => {
    // The button that chooses a single file is disabled until its upload is gone.
    flushSync(() => uploads.cancel(sequence))
    onGone()
  }
  return (
    <li>
      <div className={classes['row']}>
        <FileLabel name={file.name} />
        <span className={classes['actions']}>
          {error?.canRetry && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('listings.media.retryNamed', { name: file.name })}
              onClick={retry}
            >
              {t('listings.media.retry')}
            </Button>
          )}
          <Button
            ref={back}
            size="xs"
            variant="subtle"
            aria-label={t(hasFailed ? 'listings.media.dismissNamed' : 'listings.media.cancelNamed', {
              name: file.name,
            })}
            onClick={cancel}
          >
            {t(hasFailed ? 'listings.media.dismiss' : 'listings.media.cancel')}
          </Button>
        </span>
      </div>
      {hasFailed ? (
        <p className={classes['failed']} role="alert">
          {error.message}
        </p>
      ) : (
        <>
          <Progress.Root>
            <Progress.Section
              value={percent}
              aria-label={t('listings.media.uploading', { name: file.name })}
            />
          </Progress.Root>
          <span className={classes['muted']}>
            {share < 1 ? t('listings.media.progress', { percent }) : t('listings.media.checking')}
          </span>
        </>
      )}
    </li>
  )
}
