import { Text } from '@mantine/core'
import type { Component, ConfiguredContent } from '@trestle/domain/manifests/contract.ts'
import { expandViews } from '@trestle/domain/manifests/views.ts'
import { scopes, type Scope } from '@trestle/domain/permissions/contract.ts'
import { findTool, hasAnyAccess, levelLabels } from '@trestle/domain/permissions/rules.ts'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import classes from './ManifestSummary.module.css'

/** What a version says, in words: its components, its data connector, its instructions. */
export function ManifestSummary({ content }: { content: ConfiguredContent }) {
  const { t } = useTranslation()
  const { fullscreen, sidepanel } = content
  return (
    <>
      <Section title={t('manifests.configurations.components')}>
        {!fullscreen && !sidepanel && <Text>{t('manifests.configurations.noComponents')}</Text>}
        <div className={classes['columns']}>
          {fullscreen && (
            <ComponentSummary title={t('manifests.configurations.fullscreen')} component={fullscreen} />
          )}
          {sidepanel && (
            <ComponentSummary title={t('manifests.configurations.sidepanel')} component={sidepanel} />
          )}
        </div>
      </Section>
      <Section title={t('manifests.configurations.dataConnector')}>
        <DataConnector content={content} />
      </Section>
      <Section title={t('manifests.configurations.instructions')}>
        <Instructions instruction={content.post_installation_instruction} />
      </Section>
    </>
  )
}

function ComponentSummary({ title, component }: { title: string; component: Component }) {
  const { t } = useTranslation()
  const { source_url, description, views } = component
  const schema = component.user_configuration?.schema
  const parameters = Object.entries(schema?.properties ?? {})
  const pages = expandViews(views)
  return (
    <div>
      <h3 className={classes['title']}>{title}</h3>
      {description !== '' && <Text mb="xs">{description}</Text>}
      <dl className={classes['facts']}>
        <dt>{t('manifests.configurations.address')}</dt>
        <dd>
          <code>{source_url}</code>
        </dd>
        {pages.length > 0 && (
          <>
            <dt>{t('manifests.configurations.views', { count: pages.length })}</dt>
            <dd>
              <ul className={classes['plain']}>
                {pages.map((view) => (
                  <li key={view}>
                    <code>{view}</code>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {parameters.length > 0 && (
          <>
            <dt>{t('manifests.configurations.parameters')}</dt>
            <dd>
              <ul className={classes['plain']}>
                {parameters.map(([key, { name }]) => (
                  <li key={key}>
                    {name} (<code>{key}</code>)
                    {!schema?.required.includes(key) && `, ${t('manifests.configurations.optional')}`}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}

function DataConnector({ content }: { content: ConfiguredContent }) {
  const { t } = useTranslation()
  const hasServiceAccount = hasAnyAccess(content.permissions)
  if (!content.oauth.enabled && !hasServiceAccount) {
    return <Text>{t('manifests.configurations.noDataConnector')}</Text>
  }
  return (
    <>
      {content.oauth.enabled && <Text>{t('manifests.configurations.userLevel')}</Text>}
      {hasServiceAccount && (
        <>
          <Text my="sm">{t('manifests.configurations.serviceAccount')}</Text>
          <div className={classes['columns']}>
            {scopes.map((scope) => (
              <ScopeSummary key={scope} scope={scope} permissions={content.permissions} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

function ScopeSummary({
  scope,
  permissions,
}: {
  scope: Scope
  permissions: ConfiguredContent['permissions']
}) {
  const { t } = useTranslation()
  const title =
    scope === 'company'
      ? t('manifests.configurations.companyTools')
      : t('manifests.configurations.projectTools')
  const given = Object.entries(permissions[scope]).filter(([, level]) => level !== 'none')
  return (
    <div>
      <h3 className={classes['title']}>{title}</h3>
      {given.length === 0 ? (
        <Text>{t('manifests.configurations.noTools')}</Text>
      ) : (
        <ul className={classes['plain']}>
          {given.map(([tool, level]) => (
            <li key={tool}>
              {t('manifests.configurations.tool', {
                tool: findTool(scope, tool)?.friendly_name ?? tool,
                level: levelLabels[level],
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Instructions({ instruction }: { instruction: ConfiguredContent['post_installation_instruction'] }) {
  const { t } = useTranslation()
  if (!instruction) return <Text>{t('manifests.configurations.noInstructions')}</Text>
  const { notes, page } = instruction
  return (
    <>
      <p className={classes['notes']}>{notes}</p>
      {page.url.startsWith('https://') && (
        <TextLink href={page.url} target="_blank">
          {page.label}
        </TextLink>
      )}
    </>
  )
}
