import { createContext, useContext } from 'react'

/** What the enclosing page provides to the reference (REF-02, REF-03, REF-04, REF-07). */
export interface ReferenceReader {
  /** The documentation branch in the address; undefined for the default branch. */
  currentBranch: string | undefined
  isAdmin: boolean
  isEmployee: boolean
  isSignedIn: boolean
  /** Server that the reference is loaded from; empty for our own. */
  devApiUrl: string
  /** The reader's own sandbox for the examples, if there is one. */
  sandbox: { appName: string; clientId: string; companyId: number | null } | null
}

const ReaderContext = createContext<ReferenceReader | null>(null)

export const ReaderProvider = ReaderContext.Provider

export function useReader(): ReferenceReader {
  const reader = useContext(ReaderContext)
  if (!reader) throw new Error('A page of the reference must be inside ReaderProvider.')
  return reader
}
