import { acceptTerms as endpoint } from '@trestle/domain/accounts/termsAcceptance/calls.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../http/call.ts'
import { refreshSession } from '../../http/renewSession.ts'
import { signOutTo } from '../../http/signOut.ts'
import { paths } from '../../paths.ts'

export const useAcceptTerms = () =>
  useMutation({
    mutationFn: async () => {
      await call(endpoint, { body: { version: termsVersion } })
      await refreshSession()
    },
  })

export const useDeclineTerms = () => useMutation({ mutationFn: () => signOutTo(paths.home()) })
