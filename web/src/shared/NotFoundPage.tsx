import { IconMapQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** Looks the same whether a page doesn't exist or isn't visible to the user. */
export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('shell.notFound.title')} />
      <EmptyState icon={<IconMapQuestion size={36} stroke={1.4} />} title={t('shell.notFound.detail')}>
        <LinkButton href={paths.home()}>{t('shell.notFound.action')}</LinkButton>
      </EmptyState>
    </>
  )
}
