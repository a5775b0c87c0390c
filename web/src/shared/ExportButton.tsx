import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isFilterRefused } from '../http/callError.ts'

interface ExportButtonProps {
  href: string
  query: { error: Error | null }
}

/**
 * Downloads a list as a file of any size without leaving the page. Not shown for filters that the list refuses,
 * because the export would also refuse them.
 *
 * The reply's header marks it as a file. With a `download` attribute, an expired session would save the sign-in page
 * under the file's name.
 */
export function ExportButton({ href, query: { error } }: ExportButtonProps) {
  const { t } = useTranslation()
  if (isFilterRefused(error)) return null
  return (
    <Button
      component="a"
      href={href}
      variant="default"
      leftSection={<IconDownload size="1rem" aria-hidden />}
    >
      {t('ui.exportCsv')}
    </Button>
  )
}
