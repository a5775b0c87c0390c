import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from './Banner.tsx'
import classes from './Banner.module.css'

export interface Problem {
  path: string
  label: string
  message: ReactNode
}

interface ErrorSummaryProps {
  problems: Problem[]
  /** Replaces the number of errors. */
  title?: string
  onGoTo: (path: string) => void
}

/** Lists the errors of a submit; each links to its field and has the same text as the error there. */
export function ErrorSummary({ problems, title, onGoTo }: ErrorSummaryProps) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  return (
    <Banner tone="danger" announce title={title ?? t('ui.summaryTitle', { count: problems.length })}>
      <ul>
        {problems.map(({ path, label, message }) => (
          <li key={path}>
            <button type="button" className={classes['goTo']} onClick={() => onGoTo(path)}>
              {/* Some fields are questions. */}
              {label.endsWith('?') ? label : `${label}:`} {message}
            </button>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
