import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { pathLabel } from './pointers.ts'

/** A document may have thousands of locations; the first ones show where to look. */
const maxShown = 20

export interface PointerListProps {
  pointers: readonly string[]
  toLabel?: ((pointer: string) => string) | undefined
}

/** Lists locations in a manifest, by readable paths by default. */
export function PointerList({ pointers, toLabel = pathLabel }: PointerListProps) {
  const { t } = useTranslation()
  return (
    <ul>
      {pointers.slice(0, maxShown).map((pointer) => (
        <li key={pointer}>{toLabel(pointer)}</li>
      ))}
      {pointers.length > maxShown && <li>{t('manifests.morePlaces')}</li>}
    </ul>
  )
}
