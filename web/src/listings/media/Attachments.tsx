import { Button, Input } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { mediaRules } from '@trestle/domain/files/mediaRules.ts'
import type { MediaType } from '@trestle/domain/listings/content.ts'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { AttachmentList } from './AttachmentList.tsx'
import classes from './Media.module.css'
import { isSeveral, itemsFor, mediaFields } from './media.ts'
import { SendingList } from './SendingList.tsx'
import type { ListingForm } from '../editor/useListingForm.ts'

interface AttachmentsProps {
  form: ListingForm
  type: MediaType
  label: string
  hint: string
  required?: boolean
  disabled?: boolean
}

/** `onDropAny` handles every drop; `onDrop` would silently take one of several files. */
const ignore = () => undefined

/** Adds files of one type by drop or button, and shows, orders and removes them (MEDIA-10 to MEDIA-26). */
export function Attachments({ form, type, label, hint, required, disabled = false }: AttachmentsProps) {
  const { t } = useTranslation()
  const id = useId()
  const set = useRef<HTMLFieldSetElement>(null)
  const [isTooMany, setTooMany] = useState(false)
  const isMultiple = isSeveral(type)
  const sending = form.uploads.list.filter((each) => each.type === type)
  const addFiles = (files: readonly File[]) => {
    setTooMany(!isMultiple && files.length > 1)
    if (isMultiple || files.length <= 1) form.uploads.add(type, files)
  }
  const error = isTooMany ? t('listings.media.oneAtATime') : form.errorOf(mediaFields[type])
  const isBusy = !isMultiple && sending.some((each) => each.error === null)
  /** Moves the focus when the focused element disappears. */
  const focusChoice = () => set.current?.querySelector<HTMLElement>('[data-path]')?.focus()
  return (
    <fieldset ref={set} aria-describedby={`${id}-hint`} data-type={type}>
      <legend className={classes['legend']}>
        {label}
        {required && (
          <span className={classes['required']} aria-hidden>
            {' '}
            *
          </span>
        )}
      </legend>
      <Input.Description id={`${id}-hint`} mb={8}>
        {hint}
      </Input.Description>
      {!form.isReadOnly && (
        <DropArea
          type={type}
          isOff={disabled || isBusy}
          isEmpty={itemsFor(form.content, type).length === 0}
          describedBy={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          onAdd={addFiles}
        />
      )}
      <output>
        {error && (
          <Input.Error id={`${id}-error`} mt={6}>
            {error}
          </Input.Error>
        )}
      </output>
      {!form.isReadOnly && <SendingList list={sending} uploads={form.uploads} onGone={focusChoice} />}
      <AttachmentList form={form} type={type} onGone={focusChoice} />
    </fieldset>
  )
}

interface DropAreaProps {
  type: MediaType
  isOff: boolean
  isEmpty: boolean
  describedBy: string
  onAdd: (files: readonly File[]) => void
}

/** Shows the drop area with the button that chooses files, which works for every user. */
function DropArea({ type, isOff, isEmpty, describedBy, onAdd }: DropAreaProps) {
  const { t } = useTranslation()
  const open = useRef<() => void>(null)
  const isMultiple = isSeveral(type)
  const oneLabel = isEmpty ? 'chooseOne' : 'replace'
  return (
    <Dropzone
      className={classes['zone'] ?? ''}
      accept={[...mediaRules[type].types]}
      multiple
      disabled={isOff}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      openRef={open}
      onDrop={ignore}
      onDropAny={(files, rejections) => onAdd([...files, ...rejections.map(({ file }) => file)])}
      inputProps={{ 'aria-hidden': true, tabIndex: -1, multiple: isMultiple }}
    >
      <div className={classes['way']}>
        <p className={classes['muted']}>
          {t(isMultiple ? 'listings.media.dropSeveral' : 'listings.media.dropOne')}
        </p>
        <Button
          variant="default"
          disabled={isOff}
          data-path={mediaFields[type]}
          aria-describedby={describedBy}
          onClick={() => open.current?.()}
        >
          {t(`listings.media.${isMultiple ? 'choose' : oneLabel}`)}
        </Button>
      </div>
    </Dropzone>
  )
}
