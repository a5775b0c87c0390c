import type { ReactNode } from 'react'

/** Announces its changes politely to screen readers, without being visible. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <output className="visually-hidden">{children}</output>
}
