import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { appInPath, paths } from '../paths.ts'
import { LinkButton } from '../ui/Link.tsx'

/** Leads platform admins from the address of an app, which developers send to support, to its staff page. */
export function OpenInAdmin() {
  const { t } = useTranslation()
  // Of any address below an app's, even of a page that doesn't exist.
  const appPath = useLocation({ select: ({ pathname }) => pathname.split('/', 3).join('/') })
  const app = appInPath(appPath)
  if (!app) return null
  return (
    <LinkButton href={paths.adminApp(app.id)} variant="default">
      {t('shell.notFound.openInAdmin')}
    </LinkButton>
  )
}
