import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { pathLabel } from './pointers.ts'

/** A document may have thousands of locations; the first ones show where to look. */
const maxShown = 20

/** Lists locations in a manifest by readable paths. */
export function PointerList({ pointers }: { pointers: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <ul>
      {pointers.slice(0, maxShown).map((pointer) => (
        <li key={pointer}>{pathLabel(pointer)}</li>
      ))}
      {pointers.length > maxShown && <li>{t('manifests.morePlaces')}</li>}
    </ul>
  )
}
