import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Has the browser fetch and keep a file: the page stays as it is, however large the file or however it ends. */
export function ExportButton({ href }: { href: string }) {
  const { t } = useTranslation()
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t('ui.exportCsv')}
    </Button>
  )
}
