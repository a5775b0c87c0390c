import { Group } from '@mantine/core'
import { IconFlask, IconHammer, IconRocket } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import { CopyableCode } from '../ui/CopyableCode.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { firstCall, firstReply } from './firstCall.ts'
import classes from './HomePage.module.css'

/** Each leads to its page of the documentation. */
const steps = [
  ['build', IconHammer, 'getting-started'],
  ['try', IconFlask, 'sandboxes'],
  ['publish', IconRocket, 'marketplace-review'],
] as const

/**
 * Shown to signed-out users; signed-in users go to their apps. Government cloud shows no trial and no call, because it
 * has no sandbox.
 */
export function HomePage() {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  useDocumentTitle()
  return (
    <>
      <div className={classes['hero']}>
        <div>
          <h1>{t('shell.home.title')}</h1>
          <p className={classes['lead']}>
            {isGovernmentCloud ? t('shell.home.leadGovCloud') : t('shell.home.lead')}
          </p>
          <Group gap="sm">
            <LinkButton href={paths.signUp()} size="md">
              {t('shell.signUp')}
            </LinkButton>
            <LinkButton href={paths.signIn()} size="md" variant="default">
              {t('shell.signIn')}
            </LinkButton>
          </Group>
        </div>
        {!isGovernmentCloud && <FirstCall />}
      </div>
      <ul className={classes['steps']}>
        {steps
          .filter(([step]) => step !== 'try' || !isGovernmentCloud)
          .map(([step, Icon, page]) => (
            <li key={step} className={classes['step']}>
              <Icon size="1.625rem" stroke={1.6} aria-hidden />
              <h2>{t(`shell.home.${step}`)}</h2>
              <p>{t(`shell.home.${step}Detail`)}</p>
              <TextLink href={paths.documentation(page)}>{t(`shell.home.${step}Link`)}</TextLink>
            </li>
          ))}
      </ul>
      <p className={classes['more']}>
        {t('shell.home.lookAround')} <TextLink href={paths.restOverview()}>{t('shell.restApi')}</TextLink>
        {', '}
        <TextLink href={paths.documentation()}>{t('shell.documentation')}</TextLink>
        {', '}
        <TextLink href={paths.marketplace()}>{t('shell.marketplace')}</TextLink>
      </p>
    </>
  )
}

function FirstCall() {
  const { t } = useTranslation()
  return (
    <figure className={classes['call']}>
      <CopyableCode text={firstCall}>
        <code>{firstCall}</code>
      </CopyableCode>
      <pre className={classes['reply']} tabIndex={0}>
        <samp>{firstReply}</samp>
      </pre>
      <figcaption>
        {t('shell.home.call')}{' '}
        <TextLink href={paths.documentation('first-api-call')}>{t('shell.home.callLink')}</TextLink>
      </figcaption>
    </figure>
  )
}
