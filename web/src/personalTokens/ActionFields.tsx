import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import { tokenActions, type TokenAction } from '@trestle/domain/access/tokenActions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import '../texts/personalTokens.ts'
import { actionText, listActionGroups, type ActionGroup } from './actionTexts.ts'

interface ActionFieldsProps {
  value: TokenAction[]
  onChange: (value: TokenAction[]) => void
  error: ReactNode
  forAllApps: boolean
}

/** Chooses what a token can do. */
export function ActionFields({ value, onChange, error, forAllApps }: ActionFieldsProps) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useSession().flags
  return (
    <Checkbox.Group
      label={t('personalTokens.form.actions')}
      description={t('personalTokens.form.actionsHint')}
      required
      value={value}
      error={error}
      onChange={(chosen) => onChange(tokenActions.filter((action) => chosen.includes(action)))}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" my="sm">
        {listActionGroups(isGovernmentCloud).map(({ group, actions }) => (
          <Actions key={group} group={group} actions={actions} forAllApps={forAllApps} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

interface ActionsProps {
  group: ActionGroup
  actions: TokenAction[]
  forAllApps: boolean
}

function Actions({ group, actions, forAllApps }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <Stack component="fieldset" gap="xs" bd={0} p={0} m={0}>
      <Text component="legend" size="sm" fw={600} p={0} mb="xs">
        {t(`personalTokens.groups.${group}`)}
      </Text>
      {actions.map((action, index) => {
        const needsAll = action === 'apps.create' && !forAllApps
        return (
          <Checkbox
            key={action}
            value={action}
            label={t(actionText(action))}
            disabled={needsAll}
            // The error summary leads to the first choice.
            {...(group === 'apps' && index === 0 && { 'data-path': 'actions' })}
            {...(needsAll && { description: t('personalTokens.form.needsAll') })}
          />
        )
      })}
    </Stack>
  )
}
