import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AddressProvider } from '../ui/Link.tsx'
import { branchAddress } from './branchAddress.ts'
import { ReaderProvider, type ReferenceReader } from './context.ts'

/** The API reference: everything under it knows who reads, and which branch (REF-01 to REF-04). */
export function Reference(reader: ReferenceReader) {
  const { currentBranch } = reader
  const toAddress = useMemo(() => branchAddress(currentBranch), [currentBranch])
  return (
    <ReaderProvider value={reader}>
      <AddressProvider value={toAddress}>
        <Outlet />
      </AddressProvider>
    </ReaderProvider>
  )
}
