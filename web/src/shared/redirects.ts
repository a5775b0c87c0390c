import { corsDomainErrors, redirectUriErrors } from '@trestle/domain/credentials/rules.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import '../texts/credentials.ts'

/** Turns a shared rule into a form schema with one message per field and one line per problem. */
const checkedBy = (rule: (text: string) => string[]) =>
  z.string().superRefine((text, context) => {
    const errors = rule(text)
    if (errors.length > 0) context.addIssue({ code: 'custom', message: errors.join('\n') })
  })

/** Schema for an app's redirect URIs and CORS domains, shared by every form that edits them. */
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
