import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/securityEvents.ts'
import { LinkButton } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'

/** Leads from the account page to its security log. */
export function SecurityLogSection() {
  const { t } = useTranslation()
  return (
    <Section id="security-log" title={t('securityEvents.title')} description={t('securityEvents.own')}>
      <Group>
        <LinkButton href={paths.accountSecurityEvents()} variant="default">
          {t('securityEvents.show')}
        </LinkButton>
      </Group>
    </Section>
  )
}
