import { IconMapQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isGone } from '../http/gone.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

interface FailedDocumentProps {
  error: Error
  onRetry: () => void
  /** Shown if there is nothing at this address. */
  missing: { title: string; detail: string; action: string; href: string }
  /** Shown if loading failed. */
  failed: { page: string; title: string }
}

/** Shows why a public page has no content, with a link, so that a mistyped address isn't a dead end. */
export function FailedDocument({ error, onRetry, missing, failed }: FailedDocumentProps) {
  const { t } = useTranslation()
  if (isGone(error)) {
    return (
      <>
        <PageHeader title={t('shell.notFound.title')} />
        <EmptyState
          icon={<IconMapQuestion size="2.25rem" stroke={1.4} />}
          title={missing.title}
          detail={missing.detail}
        >
          <LinkButton href={missing.href}>{missing.action}</LinkButton>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader title={failed.page} />
      <FailedState title={failed.title} error={toFailure(error)} onRetry={onRetry} />
    </>
  )
}
