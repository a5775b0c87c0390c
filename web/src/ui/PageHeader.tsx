import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from './useDocumentTitle.ts'
import { Link } from './Link.tsx'
import classes from './PageHeader.module.css'

export interface Crumb {
  label: string
  /** Omitted for the page itself, and for areas without their own page. */
  href?: string
}

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('ui.breadcrumbs')} className={classes['crumbs']}>
      <ol>
        {crumbs.map((crumb, i) => (
          <li key={`${i}-${crumb.label}`}>
            {crumb.href ? (
              <Link href={crumb.href} aria-current={i === crumbs.length - 1 ? 'page' : undefined}>
                {crumb.label}
              </Link>
            ) : (
              <span aria-current={i === crumbs.length - 1 ? 'page' : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface PageHeaderProps {
  title: string
  /** Parts of the document title before the platform's name. Defaults to the title. */
  documentTitle?: string[]
  crumbs?: Crumb[]
  /** Before the title. */
  icon?: ReactNode
  /** Next to the title. */
  badge?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}

/** Shows a page's only h1 with breadcrumbs and actions, and sets the document title. */
export function PageHeader(props: PageHeaderProps) {
  const { title, documentTitle, crumbs, icon, badge, description, actions } = props
  useDocumentTitle(...(documentTitle ?? [title]))
  return (
    <div className={classes['header']}>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div>
        <div className={classes['titleRow']}>
          {icon}
          <h1 className={classes['title']}>{title}</h1>
          {badge}
        </div>
        {description && <p className={classes['description']}>{description}</p>}
      </div>
      {actions && <div className={classes['actions']}>{actions}</div>}
    </div>
  )
}
