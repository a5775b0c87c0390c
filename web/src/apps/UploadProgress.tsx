import { Button, Group, Progress, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/settings.ts'

/** The time after which the page asks the user to stay (MEDIA-12). */
const longUploadMs = 5000

interface UploadProgressProps {
  /** From 0 to 1; at 1, the server is checking the file. */
  share: number
  onCancel: () => void
}

/** Shows an upload's progress, with a button to cancel it until it has arrived. */
export function UploadProgress({ share, onCancel }: UploadProgressProps) {
  const { t } = useTranslation()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longUploadMs)
    return () => clearTimeout(timer)
  }, [])
  const percent = Math.floor(share * 100)
  return (
    <div>
      <Progress.Root>
        <Progress.Section value={percent} aria-label={t('settings.logo.uploading')} />
      </Progress.Root>
      <Group gap="sm" mt={8}>
        <Text size="sm">
          {share < 1 ? t('settings.logo.progress', { percent }) : t('settings.logo.checking')}
        </Text>
        {share < 1 && (
          <Button variant="default" size="xs" onClick={onCancel}>
            {t('settings.logo.cancel')}
          </Button>
        )}
      </Group>
      <output>{isLong && t('settings.logo.stillUploading')}</output>
    </div>
  )
}
