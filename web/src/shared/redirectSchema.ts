import { corsDomainErrors, redirectUriErrors } from '@trestle/domain/credentials/rules.ts'
import { z } from 'zod'

/** Turns a shared rule into a form schema with one message per field and one line per problem. */
const checkedBy = (rule: (text: string) => string[]) =>
  z.string().superRefine((text, context) => {
    const errors = rule(text)
    if (errors.length > 0) context.addIssue({ code: 'custom', message: errors.join('\n') })
  })

/** An app's redirect URIs and CORS domains, shared by every form that edits them. */
export const redirectSchema = z.object({
  redirect_uri: checkedBy(redirectUriErrors),
  allowed_cors_domain: checkedBy(corsDomainErrors),
})
