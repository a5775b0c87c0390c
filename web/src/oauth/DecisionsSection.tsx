import { Button, Group } from '@mantine/core'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { useTranslation } from 'react-i18next'
import { useAddressChoice } from '../shared/useAddressChoice.ts'
import '../texts/oauthDecisions.ts'
import { Section } from '../ui/Section.tsx'
import { DecisionList } from './DecisionList.tsx'
import { decisionViews } from './decisionViews.ts'

interface DecisionsSectionProps {
  appId: number
  /** The environment that is shown first. */
  defaultEnvironment: CredentialEnvironment
}

/** Offers the list of the OAuth server's decisions about an app. It loads and reloads only while it is open. */
export function DecisionsSection(app: DecisionsSectionProps) {
  const { t } = useTranslation()
  const [view, choose] = useAddressChoice('developer', 'section', decisionViews, 'closed')
  const isOpen = view !== 'closed'
  return (
    <Section title={t('oauthDecisions.title')} description={t('oauthDecisions.description')}>
      <Group mb={isOpen ? 'md' : 0}>
        <Button variant="default" aria-expanded={isOpen} onClick={() => choose(isOpen ? 'closed' : 'all')}>
          {t(isOpen ? 'oauthDecisions.hide' : 'oauthDecisions.show')}
        </Button>
      </Group>
      {isOpen && <DecisionList {...app} outcome={view === 'all' ? undefined : view} onOutcome={choose} />}
    </Section>
  )
}
