import { Button, Input } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { imageLimits, imageTypes, invalidFileType, tooLarge } from '@trestle/domain/files/rules.ts'
import { useCallback, useId, useRef, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/settings.ts'
import { clsx } from '../ui/clsx.ts'
import iconClasses from './AppIcon.module.css'
import { AppIcon } from './AppIcon.tsx'
import { checkPicture } from './checkPicture.ts'
import classes from './LogoField.module.css'

type Rejections = Parameters<NonNullable<ComponentProps<typeof Dropzone>['onReject']>>[0]

interface LogoFieldProps {
  appName: string
  /** The address of the saved picture. */
  stored: string | null
  picked: File | null
  isRemoved: boolean
  readOnly: boolean
  error: ReactNode
  /** The progress while uploading. */
  upload: ReactNode
  onPick: (file: File) => void
  onRefuse: (message: string) => void
  onRemove: () => void
  /** Reverts to the saved picture. */
  onUndo: () => void
}

/** `onDropAny` handles every drop; `onDrop` would silently take the first of several files. */
const ignore = () => undefined

/** Shows a picture that isn't uploaded yet. */
function PickedPicture({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={show} className={clsx(iconClasses['icon'], iconClasses['large'])} alt="" />
}

/** Selects one jpeg or png by drop or button, with a preview, and can remove it (SET-12, SET-13, SET-23). */
export function LogoField(props: LogoFieldProps) {
  const { appName, stored, picked, isRemoved, readOnly, error, upload, onPick } = props
  const { t } = useTranslation()
  const open = useRef<() => void>(null)
  const id = useId()
  const choices = useRef(0)
  /** Makes the checks that still run irrelevant. */
  const supersede =
    <Args extends unknown[]>(choose: (...args: Args) => void) =>
    (...args: Args) => {
      choices.current += 1
      choose(...args)
    }
  const onRefuse = supersede(props.onRefuse)
  const onRemove = supersede(props.onRemove)
  const onUndo = supersede(props.onUndo)
  const pick = async ([file]: File[]) => {
    if (!file) return
    choices.current += 1
    const choice = choices.current
    const wrong = await checkPicture(file)
    if (choice !== choices.current) return
    if (wrong === null) onPick(file)
    else onRefuse(wrong)
  }
  const refuse = ([first]: Rejections) => onRefuse(reasonFor(first?.errors[0]?.code, t('settings.logo.one')))
  const shown = isRemoved ? null : stored
  return (
    <fieldset className={classes['field']}>
      <legend>{t('settings.logo.label')}</legend>
      <Input.Description id={`${id}-hint`} mb={6}>
        {t('settings.logo.hint')}
      </Input.Description>
      <Dropzone
        className={classes['zone'] ?? ''}
        accept={[...imageTypes]}
        maxSize={imageLimits.bytes}
        multiple={false}
        disabled={readOnly}
        activateOnDrag={upload === null}
        activateOnClick={false}
        activateOnKeyboard={false}
        openRef={open}
        onDrop={ignore}
        onDropAny={(files, rejections) => (rejections.length > 0 ? refuse(rejections) : void pick(files))}
        // The button replaces this input for everyone.
        inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
      >
        {picked ? <PickedPicture file={picked} /> : <AppIcon name={appName} src={shown} large />}
        <div className={classes['text']}>
          <LogoStatus picked={picked} isRemoved={isRemoved} readOnly={readOnly} />
          {upload ?? (
            <Buttons
              {...props}
              onRemove={onRemove}
              onUndo={onUndo}
              describedBy={error ? `${id}-hint ${id}-error` : `${id}-hint`}
              onChoose={() => open.current?.()}
            />
          )}
        </div>
      </Dropzone>
      <output>
        {error && (
          <Input.Error id={`${id}-error`} mt={6}>
            {error}
          </Input.Error>
        )}
      </output>
    </fieldset>
  )
}

function reasonFor(code: string | undefined, oneAtATime: string): string {
  if (code === 'too-many-files') return oneAtATime
  return code === 'file-too-large' ? tooLarge(imageLimits.bytes) : invalidFileType
}

function LogoStatus({
  picked,
  isRemoved,
  readOnly,
}: Pick<LogoFieldProps, 'picked' | 'isRemoved' | 'readOnly'>) {
  const { t } = useTranslation()
  const news = picked ? t('settings.logo.picked', { name: picked.name }) : t('settings.logo.removed')
  return (
    <>
      {!readOnly && <p className={classes['muted']}>{t('settings.logo.drop')}</p>}
      <output>{(picked !== null || isRemoved) && news}</output>
    </>
  )
}

interface ButtonsProps extends LogoFieldProps {
  describedBy: string
  onChoose: () => void
}

function Buttons(props: ButtonsProps) {
  const { stored, picked, isRemoved, readOnly, error, describedBy } = props
  const { t } = useTranslation()
  const chooser = useRef<HTMLButtonElement>(null)
  const isChanged = picked !== null || isRemoved
  const hasPicture = picked !== null || (stored !== null && !isRemoved)
  const change = () => {
    if (isChanged) props.onUndo()
    else props.onRemove()
    // With nothing saved, the pressed button disappears, so move the focus.
    if (isChanged && stored === null) chooser.current?.focus()
  }
  if (readOnly) return null
  return (
    <div className={classes['buttons']}>
      <Button
        ref={chooser}
        variant="default"
        data-path="thumbnail"
        aria-describedby={describedBy}
        aria-invalid={Boolean(error)}
        onClick={props.onChoose}
      >
        {hasPicture ? t('settings.logo.replace') : t('settings.logo.choose')}
      </Button>
      {(isChanged || stored !== null) && (
        <Button variant="subtle" color={isChanged ? 'gray' : 'red'} onClick={change}>
          {isChanged ? t('settings.logo.undo') : t('settings.logo.remove')}
        </Button>
      )}
    </div>
  )
}
