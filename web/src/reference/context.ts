import { createContext, useContext } from 'react'

/** What the reference is told by the page around it (REF-02, REF-03, REF-04, REF-07). */
export interface ReferenceReader {
  /** The documentation branch the address names; the default one without it. */
  currentBranch: string | undefined
  isAdmin: boolean
  isEmployee: boolean
  isSignedIn: boolean
  /** Where the reference is read from; our own server when empty. */
  devApiUrl: string
  /** For the examples: the client id of the reader's own sandbox, if there is one. */
  sandbox: { appName: string; clientId: string } | null
}

const ReaderContext = createContext<ReferenceReader | null>(null)

export const ReaderProvider = ReaderContext.Provider

export function useReader(): ReferenceReader {
  const reader = useContext(ReaderContext)
  if (!reader) throw new Error('A page of the reference stands inside the reference.')
  return reader
}
