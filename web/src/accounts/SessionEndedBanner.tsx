import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { endedSession, useSessionEnd } from '../http/endedSession.ts'
import { Banner } from '../ui/Banner.tsx'

/** Links back to a sign-in that the user postponed or that a background call found to be necessary. */
export function SessionEndedBanner({ className }: { className: string | undefined }) {
  const { t } = useTranslation()
  const end = useSessionEnd()
  if (end === 'none' || end === 'asking') return null
  return (
    <div className={className}>
      <Banner tone="warning" announce title={t('shell.signInAgain.bannerTitle')}>
        <Group gap="md" justify="space-between">
          <p>{t('shell.signInAgain.banner')}</p>
          <Button size="xs" variant="default" onClick={endedSession.ask}>
            {t('shell.signInAgain.submit')}
          </Button>
        </Group>
      </Banner>
    </div>
  )
}
