import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'

/** A field for a code of the authenticator app. */
export function CodeField(props: TextInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      description={t('factors.totp.codeHint')}
      required
      withAsterisk={false}
      inputMode="numeric"
      autoComplete="one-time-code"
      {...props}
    />
  )
}
