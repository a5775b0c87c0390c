import type { ReactNode } from 'react'

/** Heard politely when it changes, not seen. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <output className="visually-hidden">{children}</output>
}
