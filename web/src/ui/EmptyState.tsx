import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './EmptyState.module.css'

/** Nothing yet, no match, and not allowed or disabled: three cases that must stay distinct. */
type EmptyKind = 'nothing-yet' | 'no-match' | 'not-allowed'

const icons = { 'nothing-yet': IconInbox, 'no-match': IconFilterOff, 'not-allowed': IconLock }

interface EmptyStateProps {
  kind?: EmptyKind
  icon?: ReactNode
  title: ReactNode
  /** Why the list is useful, or who can change it. */
  detail?: ReactNode
  /** What to do instead, as links. */
  children?: ReactNode
}

export function EmptyState({ kind = 'nothing-yet', icon, title, detail, children }: EmptyStateProps) {
  const Icon = icons[kind]
  return (
    <div className={classes['empty']}>
      <span className={classes['icon']} aria-hidden>
        {icon ?? <Icon size="2.25rem" stroke={1.4} />}
      </span>
      <p className={classes['title']}>{title}</p>
      {detail && <p className={classes['detail']}>{detail}</p>}
      {children && <div className={classes['actions']}>{children}</div>}
    </div>
  )
}

interface NoMatchProps {
  title?: string
  /** The filters as text, where they are not next to the list. */
  detail?: ReactNode
  onClear: () => void
}

export function NoMatch({ title, detail, onClear }: NoMatchProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      kind="no-match"
      title={title ?? t('ui.nothingMatches')}
      detail={detail ?? t('ui.nothingMatchesDetail')}
    >
      <Button variant="default" onClick={onClear}>
        {t('ui.clearFilters')}
      </Button>
    </EmptyState>
  )
}
