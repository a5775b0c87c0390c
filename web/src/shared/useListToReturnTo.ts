import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address of the page whose link led here. */
    from?: string
  }
}

/** Returns the address of a list, with the page and filters that it had when one of its links led here. */
export function useListToReturnTo(list: string): string {
  const from = useLocation({ select: ({ state }) => state.from })
  return from?.split('?')[0] === list ? from : list
}
