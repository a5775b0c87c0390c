import { Button, Input, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { mediaRules } from '@trestle/domain/files/mediaRules.ts'
import type { MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clsx } from '../ui/clsx.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useNow } from '../ui/useNow.ts'
import { AttachmentPreview } from './AttachmentPreview.tsx'
import classes from './Media.module.css'
import type { Side } from './queries.ts'
import { useUploads, type Sending, type Uploads } from './useUploads.ts'

interface AttachmentsProps {
  appId: number
  side: Side
  type: MediaType
  label: string
  hint: string
  path: string
  required?: boolean
  /** Several may be shown; otherwise a new one takes the place of the old. */
  multiple?: boolean
  /** Their order matters, and can be changed. */
  ordered?: boolean
  readOnly: boolean
  disabled?: boolean
  error: string | null
  items: readonly MediaItem[]
  /** Also told while files arrive: the items as they are then. */
  onChange: (change: (before: readonly MediaItem[]) => MediaItem[]) => void
}

/** `onDropAny` sees every file; of several for one place none is taken without a word. */
const ignore = () => undefined

/** Files of one kind: dropped or chosen, sent side by side, seen, ordered and removed (MEDIA-10 to MEDIA-26). */
export function Attachments(props: AttachmentsProps) {
  const { appId, side, type, label, hint, multiple = false, readOnly, disabled = false } = props
  const { t } = useTranslation()
  const id = useId()
  const [isTooMany, setTooMany] = useState(false)
  const uploads = useUploads({
    appId,
    side,
    type,
    onArrived: (item) => props.onChange((before) => (multiple ? [...before, item] : [item])),
  })
  const take = (files: readonly File[]) => {
    setTooMany(!multiple && files.length > 1)
    if (multiple || files.length <= 1) uploads.add(files)
  }
  const error = isTooMany ? t('listings.media.oneAtATime') : props.error
  const isOff = readOnly || disabled || (!multiple && uploads.isSending)
  return (
    <fieldset className={classes['set']} aria-describedby={`${id}-hint`} data-type={type}>
      <legend className={classes['legend']}>
        {label}
        {props.required && (
          <span className={classes['required']} aria-hidden>
            {' '}
            *
          </span>
        )}
      </legend>
      <Input.Description id={`${id}-hint`} mb={8}>
        {hint}
      </Input.Description>
      {!readOnly && (
        <DropArea
          {...props}
          isOff={isOff}
          describedBy={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          onTake={take}
        />
      )}
      <output>
        {error && (
          <Input.Error id={`${id}-error`} mt={6}>
            {error}
          </Input.Error>
        )}
      </output>
      <SendingList uploads={uploads} />
      <ItemList {...props} />
    </fieldset>
  )
}

interface DropAreaProps extends AttachmentsProps {
  isOff: boolean
  describedBy: string
  onTake: (files: readonly File[]) => void
}

/** Where files are dropped, and the button that chooses them: the way in for everybody. */
function DropArea({ type, path, multiple = false, items, isOff, describedBy, onTake }: DropAreaProps) {
  const { t } = useTranslation()
  const open = useRef<() => void>(null)
  return (
    <Dropzone
      className={classes['zone'] ?? ''}
      accept={[...mediaRules[type].types]}
      multiple
      disabled={isOff}
      activateOnClick={false}
      activateOnKeyboard={false}
      openRef={open}
      onDrop={ignore}
      onDropAny={(files, rejections) => onTake([...files, ...rejections.map(({ file }) => file)])}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
    >
      <div>
        <p className={classes['muted']}>
          {t(multiple ? 'listings.media.dropSeveral' : 'listings.media.dropOne')}
        </p>
        <Button
          variant="default"
          disabled={isOff}
          data-path={path}
          aria-describedby={describedBy}
          onClick={() => open.current?.()}
        >
          {t(multiple || items.length === 0 ? 'listings.media.choose' : 'listings.media.replace')}
        </Button>
      </div>
    </Dropzone>
  )
}

/** After this long people are asked to stay (MEDIA-12). */
const longUploadMs = 5000

function SendingList({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation()
  const { list, isSending } = uploads
  const now = useNow(isSending)
  const isLong = list.some(({ error, startedAt }) => error === null && now - startedAt >= longUploadMs)
  useEffect(() => {
    if (!isSending) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])
  return (
    <>
      <output>{isLong && <p className={classes['muted']}>{t('listings.media.stillUploading')}</p>}</output>
      {list.length > 0 && (
        <ul className={classes['sending']}>
          {list.map((each) => (
            <SendingRow key={each.key} sending={each} uploads={uploads} />
          ))}
        </ul>
      )}
    </>
  )
}

function SendingRow({ sending, uploads }: { sending: Sending; uploads: Uploads }) {
  const { t } = useTranslation()
  const { file, share, error, key } = sending
  const percent = Math.floor(share * 100)
  return (
    <li>
      <div className={classes['row']}>
        <span className={classes['label']} title={file.name}>
          {file.name}
        </span>
        <span className={classes['actions']}>
          {error !== null && (
            <Button size="xs" variant="default" onClick={() => uploads.retry(sending)}>
              {t('listings.media.retry')}
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            aria-label={t(error === null ? 'listings.media.cancelNamed' : 'listings.media.dismissNamed', {
              name: file.name,
            })}
            onClick={() => uploads.cancel(key)}
          >
            {t(error === null ? 'listings.media.cancel' : 'listings.media.dismiss')}
          </Button>
        </span>
      </div>
      {error === null ? (
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
      ) : (
        <p className={classes['failed']} role="alert">
          {error}
        </p>
      )}
    </li>
  )
}

function ItemList({ items, type, readOnly, ordered = false, onChange }: AttachmentsProps) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState<MediaItem | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const move = (item: MediaItem, by: -1 | 1) => {
    onChange((before) => moved(before, item.id, by))
  }
  if (items.length === 0) return null
  return (
    <>
      <ul ref={list} className={classes['items']}>
        {items.map((item, index) => (
          <li key={item.id} className={clsx(classes['item'], type === 'Logo' && classes['logo'])}>
            <AttachmentPreview item={item} />
            <div className={classes['facts']}>
              <span className={classes['label']} title={item.original_filename}>
                {item.original_filename}
              </span>
              {item.width !== null && (
                <span className={classes['muted']}>
                  {item.width} x {item.height}
                </span>
              )}
            </div>
            {!readOnly && (
              <div className={classes['actions']}>
                {ordered && (
                  <>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={index === 0}
                      aria-label={t('listings.media.earlier', { name: item.original_filename })}
                      onClick={() => move(item, -1)}
                    >
                      ←
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={index === items.length - 1}
                      aria-label={t('listings.media.later', { name: item.original_filename })}
                      onClick={() => move(item, 1)}
                    >
                      →
                    </Button>
                  </>
                )}
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  aria-label={t('listings.media.removeNamed', { name: item.original_filename })}
                  onClick={() => setRemoving(item)}
                >
                  {t('listings.media.remove')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('listings.media.removeTitle')}
        confirmLabel={t('listings.media.remove')}
        danger
        onConfirm={() => onChange((before) => before.filter(({ id }) => id !== removing?.id))}
      >
        {t('listings.media.removeDetail', { name: removing?.original_filename ?? '' })}
      </ConfirmDialog>
    </>
  )
}

function moved(items: readonly MediaItem[], id: number, by: -1 | 1): MediaItem[] {
  const from = items.findIndex((item) => item.id === id)
  const item = items[from]
  if (!item) return [...items]
  return items.toSpliced(from, 1).toSpliced(from + by, 0, item)
}
