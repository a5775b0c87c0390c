import { IconMapQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { lazyOptional } from '../ui/LazyOptional.tsx'

/** Few people need it, and every page has this one. */
const OpenInAdmin = lazyOptional(() => import('./OpenInAdmin.tsx').then((m) => m.OpenInAdmin))

/** Looks the same whether a page doesn't exist or isn't visible to the user. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <>
      <PageHeader title={t('shell.notFound.title')} />
      <EmptyState icon={<IconMapQuestion size="2.25rem" stroke={1.4} />} title={t('shell.notFound.detail')}>
        <LinkButton href={paths.home()}>{t('shell.notFound.action')}</LinkButton>
        {session.is_admin && <OpenInAdmin />}
      </EmptyState>
    </>
  )
}
