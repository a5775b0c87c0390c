import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AddressProvider } from '../ui/Link.tsx'
import { branchAddress } from './branchAddress.ts'
import { ReaderProvider, type ReferenceReader } from './context.ts'

/** Provides the reader and the branch to every page of the API reference (REF-01 to REF-04). */
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
