import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/**
 * Has the browser keep a file, however large, while the page stays as it is. The answer says that it is one: a link
 * that did so itself would keep the sign-in page, where a session has ended, under the name of the file.
 */
export function ExportButton({ href }: { href: string }) {
  const { t } = useTranslation()
  return (
    <Button component="a" href={href} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      {t('ui.exportCsv')}
    </Button>
  )
}
