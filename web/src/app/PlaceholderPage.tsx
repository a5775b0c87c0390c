import { IconTools } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

interface PlaceholderPageProps {
  title: string
  detail: string
}

/** An address that is already known, and honest about being empty. */
export function PlaceholderPage({ title, detail }: PlaceholderPageProps) {
  return (
    <>
      <PageHeader title={title} />
      <Placeholder detail={detail} />
    </>
  )
}

export function Placeholder({ detail }: { detail: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconTools size={36} stroke={1.4} />}
      title={t('shell.placeholder.title')}
      detail={detail}
    />
  )
}
