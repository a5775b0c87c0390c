import { Button } from '@mantine/core'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { getResourceGroup } from '@trestle/domain/reference/calls.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { useReader } from './context.ts'

/** Links to the OpenAPI document of a group as a file. */
export function DownloadLink({ slug, icon }: { slug: string; icon: ReactNode }) {
  const { t } = useTranslation()
  const { devApiUrl, currentBranch } = useReader()
  const path = getResourceGroup.path.replace(':slug', encodeURIComponent(slug))
  const query = stringifyBrackets({ custom_service_sha: currentBranch })
  return (
    <Button
      component="a"
      variant="default"
      leftSection={icon}
      href={`${devApiUrl}${path}${query === '' ? '' : `?${query}`}`}
      download={`${slug}.openapi.json`}
    >
      {t('reference.download')}
    </Button>
  )
}
