import { toFailure } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { useSignOut } from './queries.ts'

/** Returns a function that signs out and reports a failure. */
export function useLeave() {
  const { mutate } = useSignOut()
  return () => mutate(undefined, { onError: (error) => toast('error', toFailure(error).message) })
}
