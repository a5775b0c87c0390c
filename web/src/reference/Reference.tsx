import { Outlet } from '@tanstack/react-router'
import { ReaderProvider, type ReferenceReader } from './context.ts'

/** The API reference: everything under it knows who reads, and which branch (REF-01 to REF-04). */
export function Reference(reader: ReferenceReader) {
  return (
    <ReaderProvider value={reader}>
      <Outlet />
    </ReaderProvider>
  )
}
