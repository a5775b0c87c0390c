import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Explains the marks of required fields, once in a form. */
export function RequiredNote() {
  const { t } = useTranslation()
  return (
    <Text size="sm" c="dimmed">
      {t('ui.requiredNote')}
    </Text>
  )
}
