import { useMutation } from '@tanstack/react-query'
import { signOut } from '@trestle/domain/accounts/contract.ts'
import { call } from '../http/call.ts'
import { paths } from '../paths.ts'

/** The page is loaded anew afterwards: nothing the account has seen stays in memory. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () => call(signOut, {}),
    onSuccess: () => window.location.assign(paths.home()),
  })
