import { Button, Loader } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconPlugConnectedX } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { clsx } from '../../ui/clsx.ts'
import { lineAt, rangesIn } from './pointerRange.ts'
import { pathLabel } from './pointers.ts'
import type { EditorError } from './readErrors.ts'
import type { Validation } from './validation.ts'
import classes from './ValidationPanel.module.css'

interface ValidationPanelProps {
  validation: Validation
  errors: readonly EditorError[]
  text: string
  onGoTo: (pointer: string) => void
  onCheckAgain: () => void
}

export function ValidationPanel({ validation, errors, text, onGoTo, onCheckAgain }: ValidationPanelProps) {
  const { t } = useTranslation()
  return (
    <section className={classes['panel']}>
      <ValidationStatus validation={validation} />
      {validation.state === 'unavailable' && (
        <Button variant="default" size="xs" onClick={onCheckAgain}>
          {t('manifests.validations.tryAgain')}
        </Button>
      )}
      {errors.length > 0 && <ViolationList errors={errors} text={text} onGoTo={onGoTo} />}
    </section>
  )
}

/** Shows and announces the validation state with an icon (MAN-32). */
function ValidationStatus({ validation }: { validation: Validation }) {
  const { t } = useTranslation()
  const { state } = validation
  const labels = {
    validating: t('manifests.validations.validating'),
    passed: t('manifests.validations.passed'),
    errors: t('manifests.validations.errors', {
      count: validation.state === 'errors' ? validation.errors.length : 0,
    }),
    unavailable: t('manifests.validations.unavailable'),
  }
  return (
    <output className={clsx(classes['status'], classes[state])} aria-live="polite">
      <StatusIcon state={state} />
      {labels[state]}
    </output>
  )
}

function StatusIcon({ state }: { state: Validation['state'] }) {
  switch (state) {
    case 'validating':
      return <Loader size={16} aria-hidden />
    case 'passed':
      return <IconCircleCheck size="1.125rem" aria-hidden />
    case 'errors':
      return <IconCircleX size="1.125rem" aria-hidden />
    case 'unavailable':
      return <IconPlugConnectedX size="1.125rem" aria-hidden />
  }
}

interface ViolationListProps {
  errors: readonly EditorError[]
  text: string
  onGoTo: (pointer: string) => void
}

/** Shows a single error expanded, and collapses several under one message (ERR-18, ERR-19). */
function ViolationList({ errors, text, onGoTo }: ViolationListProps) {
  const { t } = useTranslation()
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = errors.length > 1
  const list = <Violations id={listId} errors={errors} text={text} onGoTo={onGoTo} />
  return (
    <>
      <h3 className={classes['title']}>{t('manifests.validations.title')}</h3>
      {isFolded && (
        <p className={classes['fold']}>
          {t('manifests.validations.many', { count: errors.length })}{' '}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? t('manifests.validations.hide') : t('manifests.validations.show')}
          </button>
        </p>
      )}
      {isFolded && !isOpen ? <div hidden>{list}</div> : list}
    </>
  )
}

/** Sorts the errors by their position in the text. */
function placed(errors: readonly EditorError[], text: string) {
  const locationFor = rangesIn(text)
  return errors
    .map((error) => ({ ...error, from: locationFor(error.path).from }))
    .toSorted((a, b) => a.from - b.from)
    .map((error) => ({ ...error, line: lineAt(text, error.from) }))
}

function Violations({ id, errors, text, onGoTo }: ViolationListProps & { id: string }) {
  const { t } = useTranslation()
  const violations = useMemo(() => placed(errors, text), [errors, text])
  return (
    <ul id={id} className={classes['list']}>
      {violations.map(({ path, message, line, syntax }, index) => (
        <li key={`${index} ${path}`}>
          <button type="button" className={classes['violation']} onClick={() => onGoTo(path)}>
            <span className={classes['location']}>
              {syntax
                ? t('manifests.validations.column', { line, column: syntax.column })
                : t('manifests.validations.line', { line })}
              {path !== '' && ` · ${pathLabel(path)}`}
            </span>
            <span>{message}</span>
            {syntax && <span>{syntax.cause}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
