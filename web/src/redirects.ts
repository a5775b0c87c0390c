import { corsDomainErrors, redirectUriErrors } from '@trestle/domain/credentials/rules.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'

/** A shared rule as a form's schema: one message per field, one line per fault. */
const checkedBy = (rule: (text: string) => string[]) =>
  z.string().superRefine((text, context) => {
    const errors = rule(text)
    if (errors.length > 0) context.addIssue({ code: 'custom', message: errors.join('\n') })
  })

/** Where an app sends people back to and whose pages it answers: the same two fields wherever they are edited. */
export const redirectSchema = {
  redirect_uri: checkedBy(redirectUriErrors),
  allowed_cors_domain: checkedBy(corsDomainErrors),
}

export function useRedirectLabels() {
  const { t } = useTranslation()
  return {
    redirect_uri: t('credentials.redirects.uris'),
    allowed_cors_domain: t('credentials.redirects.cors'),
  }
}
