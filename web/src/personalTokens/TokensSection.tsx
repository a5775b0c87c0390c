import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/personalTokens.ts'
import { LinkButton } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'

/** Leads from the account page to its personal access tokens. */
export function TokensSection() {
  const { t } = useTranslation()
  return (
    <Section id="tokens" title={t('personalTokens.title')} description={t('personalTokens.description')}>
      <Group>
        <LinkButton href={paths.accountTokens()} variant="default">
          {t('personalTokens.show')}
        </LinkButton>
      </Group>
    </Section>
  )
}
