import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'

export interface OlderVersionsProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Loads older versions on request. A page of the list has a hundred. */
export function OlderVersions({ list }: OlderVersionsProps) {
  const { t } = useTranslation()
  if (!list.hasNextPage) return null
  return (
    <Button variant="default" mt="md" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      {t('manifests.loadOlder')}
    </Button>
  )
}
