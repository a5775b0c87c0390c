import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/Link.tsx'

/** Shows the sign-in links for signed-out users. */
export function SignInLinks() {
  const { t } = useTranslation()
  return (
    <>
      <LinkButton href={paths.signIn()} variant="default" size="sm">
        {t('shell.signIn')}
      </LinkButton>
      <LinkButton href={paths.signUp()} size="sm">
        {t('shell.signUp')}
      </LinkButton>
    </>
  )
}
