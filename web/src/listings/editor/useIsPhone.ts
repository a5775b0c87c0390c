import { useMediaQuery } from '@mantine/hooks'

/** Returns whether the window is so narrow that Listing.module.css saves room for the form. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(width < 700px)', undefined, { getInitialValueInEffect: false }) ?? false
