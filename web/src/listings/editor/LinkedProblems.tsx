import type { Problem } from '@trestle/domain/listings/rules.ts'
import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { labelFor } from './problemLabels.ts'

interface LinkedProblemsProps {
  title: string
  problems: readonly Problem[]
  onGoTo: (problem: Problem) => void
}

/** Lists problems of a listing, each with a link to its field on the right tab. */
export function LinkedProblems({ title, problems, onGoTo }: LinkedProblemsProps) {
  const { t } = useTranslation()
  return (
    <ErrorSummary
      title={title}
      problems={problems.map(({ path, message }) => ({ path, message, label: labelFor(t, path) }))}
      onGoTo={(path) => {
        const problem = problems.find((each) => each.path === path)
        if (problem) onGoTo(problem)
      }}
    />
  )
}
