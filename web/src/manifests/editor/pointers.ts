/** Parses `/a~1b/0` into `a/b` and `0` (RFC 6901). */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

const longestSegment = 80

const shortened = (segment: string): string =>
  segment.length > longestSegment ? `${segment.slice(0, longestSegment)}…` : segment

/** Returns a readable label for `/components/iframe/instances/0/name`. */
export const pathLabel = (pointer: string): string => parsePointer(pointer).map(shortened).join(' › ')
