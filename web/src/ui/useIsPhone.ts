import { useMediaQuery } from '@mantine/hooks'

/** Returns whether the window is as narrow as a phone. Style sheets repeat the width. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(width < 700px)', undefined, { getInitialValueInEffect: false }) ?? false
