import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/**
 * Downloads a file of any size without leaving the page.
 *
 * The reply's header marks it as a file. With a `download` attribute, an expired session would save the sign-in page
 * under the file's name.
 */
export function ExportButton({ href }: { href: string }) {
  const { t } = useTranslation()
  return (
    <Button component="a" href={href} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      {t('ui.exportCsv')}
    </Button>
  )
}
