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
  /** Instead of their number. */
  title?: string
  onGoTo: (path: string) => void
}

/** Lists what a submit found, each line a link to its field in the words beside the field. */
export function ErrorSummary({ problems, title, onGoTo }: ErrorSummaryProps) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  return (
    <Banner tone="danger" announce title={title ?? t('ui.summaryTitle', { count: problems.length })}>
      <ul>
        {problems.map(({ path, label, message }) => (
          <li key={path}>
            <button type="button" className={classes['goTo']} onClick={() => onGoTo(path)}>
              {label}: {message}
            </button>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
