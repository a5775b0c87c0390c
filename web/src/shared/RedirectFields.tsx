import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { Input, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/credentials.ts'
import classes from './RedirectFields.module.css'
import { useRedirectLabels } from './useRedirectLabels.ts'
import { GrowingTextarea } from '../ui/GrowingTextarea.tsx'
import { QuickTipMaster, QuickTipSlave, useQuickTip } from '../ui/QuickTip.tsx'

interface RedirectFieldsProps {
  inputProps: (field: 'redirect_uri' | 'allowed_cors_domain') => GetInputPropsReturnType
  readOnly: boolean
  /** Makes only the redirect URIs read-only. */
  redirectReadOnly?: boolean
  environment: CredentialEnvironment
  /** Whether the app has a secret, in which case web pages can't call the API for it. */
  isConfidential: boolean
}

/** Shows redirect URIs and allowed CORS domains with their hints, for production and sandbox. */
export function RedirectFields({
  inputProps,
  readOnly,
  redirectReadOnly = readOnly,
  environment,
  isConfidential,
}: RedirectFieldsProps) {
  const { t } = useTranslation()
  const labels = useRedirectLabels()
  const cors = useId()
  const tip = useQuickTip()
  return (
    <>
      <GrowingTextarea
        className={classes['lines'] ?? ''}
        label={labels.redirect_uri}
        description={
          <>
            {t('credentials.redirects.urisHint')} {t('credentials.redirects.redirectlessHint')}
          </>
        }
        required
        minRows={3}
        maxRows={15}
        readOnly={redirectReadOnly}
        spellCheck={false}
        {...inputProps('redirect_uri')}
      />
      <div>
        <div className={classes['label']}>
          <Input.Label htmlFor={cors}>{labels.allowed_cors_domain}</Input.Label>
          <QuickTipMaster tip={tip} label={t('credentials.redirects.corsAbout')} />
        </div>
        <QuickTipSlave tip={tip}>
          {t(`credentials.redirects.corsTips.${isConfidential ? 'confidential' : environment}`)}
        </QuickTipSlave>
        <TextInput
          id={cors}
          className={classes['lines'] ?? ''}
          description={t('credentials.redirects.corsHint')}
          placeholder={readOnly ? '' : 'https://app.example.com, example.com'}
          readOnly={readOnly}
          spellCheck={false}
          autoComplete="off"
          {...inputProps('allowed_cors_domain')}
        />
      </div>
    </>
  )
}
