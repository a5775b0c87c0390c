import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/oauth.ts'
import { LinkButton } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'

/** Leads from the account page to the apps that act for the user. */
export function AuthorizedAppsSection() {
  const { t } = useTranslation()
  return (
    <Section
      id="authorized-apps"
      title={t('oauth.authorized.title')}
      description={t('oauth.authorized.description')}
    >
      <Group>
        <LinkButton href={paths.authorizedApps()} variant="default">
          {t('oauth.authorized.show')}
        </LinkButton>
      </Group>
    </Section>
  )
}
