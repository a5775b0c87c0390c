import { Radio, TextInput } from '@mantine/core'
import type { ListingContent } from '@trestle/domain/listings/content.ts'
import { memo, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { withCounter } from '../../ui/CharacterCounter.tsx'
import { clsx } from '../../ui/clsx.ts'
import { GrowingTextarea } from '../../ui/GrowingTextarea.tsx'
import { useLatest } from '../../ui/useLatest.ts'
import classes from './Fields.module.css'
import { ChangeMark } from '../editor/ListingChanges.tsx'
import type { ListingForm } from '../editor/useListingForm.ts'

type FieldPath = keyof ListingContent | `${keyof ListingContent}.${string}`

interface MarkedProps {
  form: ListingForm
  /** Wire paths of the edited fields: changes at and below them are marked. */
  path: FieldPath | readonly FieldPath[]
  children?: ReactNode
}

const isAt = (path: string, fieldPath: string): boolean =>
  path === fieldPath || path.startsWith(`${fieldPath}.`)

/** Marks fields for staff that differ from the published listing (LADM-08). */
export function Marked({ form, path, children }: MarkedProps) {
  const paths: readonly string[] = typeof path === 'string' ? [path] : path
  const changes = form.changes?.filter((change) => paths.some((each) => isAt(change.path, each))) ?? []
  return (
    <div className={clsx(classes['field'], changes.length > 0 && classes['changed'])}>
      {changes.map((change) => (
        <ChangeMark key={change.path} form={form} change={change} isNamed={change.path !== path} />
      ))}
      {children}
    </div>
  )
}

interface MarkedRowsProps {
  form: ListingForm
  field: 'helpful_links' | 'feature_bullets' | 'requirements'
  children: ReactNode
}

/** Shows rows that mark themselves, and marks for deleted published rows. */
export function MarkedRows({ form, field, children }: MarkedRowsProps) {
  // The form shows one row if the listing has none.
  const count = Math.max(1, form.content[field].length)
  const gone = form.changes?.filter(({ path }) => {
    const [of, row] = path.split('.')
    return of === field && Number(row) >= count
  })
  return (
    <>
      {children}
      {gone?.map((change) => (
        <ChangeMark key={change.path} form={form} change={change} isNamed />
      ))}
    </>
  )
}

interface TextProps {
  path: string
  form: ListingForm
  label: string
  /** Distinguishes fields that have the same label. */
  accessibleName?: string
  hint?: string
  value: string
  onChange: (value: string) => void
  required?: boolean
  multiline?: boolean
  max?: number
  /** The counter warns above this length. */
  recommended?: number
  disabled?: boolean
  type?: 'email' | 'url'
}

/** The part of the form that a field shows and edits. */
interface FieldState {
  error: string | null
  isReadOnly: boolean
  touch: ListingForm['touch']
}

const fieldStateFor = (form: ListingForm, path: string): FieldState => ({
  error: form.errorOf(path),
  isReadOnly: form.isReadOnly,
  touch: form.touch,
})

/** Shows a text field with its error, and a counter if it has a limit. */
export function TextField({ form, onChange, ...props }: TextProps) {
  return <TextInputField {...props} {...fieldStateFor(form, props.path)} onChange={useLatest(onChange)} />
}

type TextInputProps = Omit<TextProps, 'form'> & FieldState

/** A keystroke in another field doesn't rerender this one. */
const TextInputField = memo(function TextInputField(props: TextInputProps) {
  const { path, label, hint, value, max, recommended, error, isReadOnly, touch } = props
  const id = useId()
  const onChange = (typed: string) => {
    touch(path)
    props.onChange(typed)
  }
  const shared = {
    id,
    label,
    'data-path': path,
    value,
    error,
    required: props.required ?? false,
    readOnly: isReadOnly,
    disabled: props.disabled ?? false,
    ...(props.accessibleName !== undefined && { 'aria-label': props.accessibleName }),
    ...(hint !== undefined && { description: hint }),
    onBlur: () => touch(path),
    ...(max !== undefined && withCounter({ id: `${id}-counter`, value, max, recommended })),
  }
  return props.multiline ? (
    <GrowingTextarea
      {...shared}
      minRows={3}
      maxRows={14}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      {...(props.type && { type: props.type, inputMode: props.type })}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
})

interface AnswerProps {
  path: string
  form: ListingForm
  label: string
  value: boolean | null
  onChange: (value: boolean) => void
}

/** Shows a yes/no question, with neither selected until it is answered. */
export function AnswerField({ form, onChange, ...props }: AnswerProps) {
  return <RadioField {...props} {...fieldStateFor(form, props.path)} onChange={useLatest(onChange)} />
}

const RadioField = memo(function RadioField(props: Omit<AnswerProps, 'form'> & FieldState) {
  const { path, label, value, error, isReadOnly, onChange } = props
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={label}
      required
      value={value === null ? '' : String(value)}
      error={error}
      onChange={(chosen) => onChange(chosen === 'true')}
    >
      <div className={classes['answers']}>
        <Radio value="true" label={t('listings.pricing.yes')} disabled={isReadOnly} data-path={path} />
        <Radio value="false" label={t('listings.pricing.no')} disabled={isReadOnly} />
      </div>
    </Radio.Group>
  )
})
