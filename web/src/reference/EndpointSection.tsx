import type { GroupDocument } from '@trestle/domain/reference/content.ts'
import { isPublic, toSlug, type Endpoint } from '@trestle/domain/reference/rules.ts'
import { IconAlertTriangle, IconFlask, IconLink, IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { Badge } from '../ui/Badge.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { useIsStatic } from '../ui/staticPage.ts'
import { EndpointBody } from './EndpointBody.tsx'
import classes from './EndpointSection.module.css'
import { MethodBadge } from './MethodBadge.tsx'
import { humanize } from '../ui/humanize.ts'

/**
 * Returns true once the element came near the viewport, so that a group of 500 endpoints renders only as far as it
 * is read.
 */
function useCameNear(startsNear: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(startsNear)
  useEffect(() => {
    if (isNear || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: '600px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isNear])
  return { element, isNear }
}

interface EndpointSectionProps {
  document: GroupDocument
  endpoint: Endpoint
  /** Renders the whole section immediately, because it is on the first screen. */
  startsNear?: boolean
}

/** Shows one endpoint of a group. Its title and path are always rendered, so that they can be found and linked to. */
export function EndpointSection({ document, endpoint, startsNear = false }: EndpointSectionProps) {
  const { t } = useTranslation()
  const isStatic = useIsStatic()
  const { element, isNear } = useCameNear(startsNear || isStatic)
  const { verb, path, operation } = endpoint
  const anchor = toSlug(operation.operationId)
  return (
    <section id={anchor} className={classes['endpoint']} aria-labelledby={`${anchor}-title`}>
      <div className={classes['head']}>
        <h2 id={`${anchor}-title`}>{operation.summary}</h2>
        <a
          href={`#${anchor}`}
          className={classes['anchor']}
          aria-label={t('reference.endpoint.link', { title: operation.summary })}
        >
          <IconLink size="1.125rem" aria-hidden />
        </a>
        <EndpointMarks endpoint={endpoint} />
      </div>
      <div className={classes['address']}>
        <MethodBadge verb={verb} />
        <code>{path}</code>
        {isNear && <CopyButton compact value={path} name={t('reference.endpoint.copyPath')} />}
      </div>
      <div ref={element}>
        {isNear ? (
          <EndpointBody document={document} endpoint={endpoint} />
        ) : (
          <div className={classes['waiting']} />
        )}
      </div>
    </section>
  )
}

function EndpointMarks({ endpoint: { operation } }: Pick<EndpointSectionProps, 'endpoint'>) {
  const { t } = useTranslation()
  const { deprecated, 'x-support-level': level, 'x-deprecated-at': since, 'x-sunset-at': until } = operation
  const warning = <IconAlertTriangle size="0.8125rem" aria-hidden />
  const hidden = operation['x-doc']?.visibility === 'private' ? 'private' : 'internal'
  return (
    <>
      {!isPublic(operation) && (
        <Badge icon={<IconLock size="0.8125rem" aria-hidden />}>{t(`reference.notPublic.${hidden}`)}</Badge>
      )}
      {level && level !== 'production' && (
        <Badge tone="info" icon={<IconFlask size="0.8125rem" aria-hidden />}>
          {t(`reference.support.${level}`, { defaultValue: humanize(level) })}
        </Badge>
      )}
      {deprecated && (
        <Badge tone="danger" icon={warning}>
          {since ? t('reference.endpoint.deprecatedOn', { date: since }) : t('reference.endpoint.deprecated')}
        </Badge>
      )}
      {until && (
        <Badge tone="danger" icon={warning}>
          {t('reference.endpoint.sunsetOn', { date: until })}
        </Badge>
      )}
    </>
  )
}
