import { useMutation } from '@tanstack/react-query'
import { signOutTo } from '../http/signOut.ts'

/** Signs out and opens an address, where another account can sign in. */
export const useSwitchAccount = (address: string) => useMutation({ mutationFn: () => signOutTo(address) })
