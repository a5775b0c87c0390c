import { ShortList } from '../../ui/ShortList.tsx'
import { pathLabel } from './pointers.ts'

export interface PointerListProps {
  pointers: readonly string[]
  toLabel?: ((pointer: string) => string) | undefined
}

/** Lists locations in a manifest, by readable paths by default. */
export function PointerList({ pointers, toLabel = pathLabel }: PointerListProps) {
  return (
    <ShortList rows={pointers}>
      {(shown) => (
        <ul>
          {shown.map((pointer) => (
            <li key={pointer}>{toLabel(pointer)}</li>
          ))}
        </ul>
      )}
    </ShortList>
  )
}
