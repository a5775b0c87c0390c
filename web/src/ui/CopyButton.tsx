import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clsx } from './clsx.ts'
import classes from './CopyButton.module.css'
import { LiveRegion } from './LiveRegion.tsx'
import { useIsStatic } from './staticPage.ts'
import { toast } from './toast.ts'

/** Duration of the copied notice. */
const copiedNoticeMs = 1500

interface CopyButtonProps {
  value: string
  /** The copied value's name for the accessible name, such as `Client ID`. */
  name: string
  /** Shows only the icon. */
  compact?: boolean
  label?: string
  variant?: 'default' | 'filled'
  size?: 'xs' | 'sm'
  onCopied?: () => void
}

function useCopy(value: string, onCopied?: () => void) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(false), copiedNoticeMs)
      setCopied(true)
      onCopied?.()
    } catch {
      toast('error', t('ui.copyFailed'))
    }
  }
  return { isCopied, copy }
}

export function CopyButton(props: CopyButtonProps) {
  const { value, name, compact = false, label, variant = 'default', size = 'xs', onCopied } = props
  const { t } = useTranslation()
  const { isCopied, copy } = useCopy(value, onCopied)
  // Only where the page has the value anyway, because a secret must not stay in the document.
  const scripted = useIsStatic() && {
    'data-copy': value,
    'data-copied-text': t('ui.copied'),
    'data-failed-text': t('ui.copyFailed'),
  }
  const Icon = isCopied ? IconCheck : IconCopy
  const text = label ?? t('ui.copy')
  const accessibleName = t('ui.copyName', { name })
  return (
    <>
      {compact ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={accessibleName}
          title={isCopied ? t('ui.copied') : accessibleName}
          {...scripted}
          onClick={copy}
        >
          <Icon size="1.0625rem" aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          variant={variant}
          size={size}
          leftSection={<Icon size="0.9375rem" aria-hidden />}
          data-copied={isCopied || undefined}
          {...scripted}
          onClick={copy}
        >
          <span className={classes['copy']}>
            <span className={clsx(classes['word'], classes['action'])}>
              {text}
              {label === undefined && <span className="visually-hidden"> {name}</span>}
            </span>
            <span className={clsx(classes['word'], classes['done'])} aria-hidden>
              {t('ui.copied')}
            </span>
          </span>
        </Button>
      )}
      <LiveRegion>{isCopied ? t('ui.copied') : ''}</LiveRegion>
    </>
  )
}
