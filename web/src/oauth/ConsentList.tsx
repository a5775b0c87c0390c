import { Text } from '@mantine/core'
import type { AuthorizationRequest } from '@trestle/domain/oauth/contract.ts'
import { scopes, type Level, type Scope } from '@trestle/domain/permissions/levels.ts'
import { findTool, levelLabels } from '@trestle/domain/permissions/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/oauth.ts'
import { humanize } from '../ui/humanize.ts'
import classes from './Consent.module.css'

const toolLabel = (scope: Scope, name: string): string =>
  findTool(scope, name)?.friendly_name ?? humanize(name)

/** Returns the tools that an app uses on its own behalf, with a level above None. */
const usedTools = (tools: Record<string, Level>) =>
  Object.entries(tools).filter(([, level]) => level !== 'none')

/** Lists what an app can do once it is allowed. */
export function ConsentList({ details }: { details: AuthorizationRequest }) {
  const { t } = useTranslation()
  const { app, environment, permissions } = details
  const toTexts = (scope: Scope) =>
    usedTools(permissions?.[scope] ?? {})
      .map(([name, level]) =>
        t('oauth.consent.tool', { tool: toolLabel(scope, name), level: levelLabels[level] }),
      )
      .join(', ')
  return (
    <div>
      <Text>{t('oauth.consent.can', { app: app.name })}</Text>
      <ul className={classes['list']}>
        <li>{t(environment === 'sandbox' ? 'oauth.consent.actSandbox' : 'oauth.consent.act')}</li>
        {scopes.map((scope) => {
          const tools = toTexts(scope)
          return tools !== '' && <li key={scope}>{t(`oauth.consent.${scope}`, { tools })}</li>
        })}
      </ul>
    </div>
  )
}
