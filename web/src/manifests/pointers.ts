/** `/a~1b/0` names `a/b`, then its first element (RFC 6901). */
export const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

/** `/components/iframe/instances/0/name` as people read it. */
export const placeName = (pointer: string): string => segmentsOf(pointer).join(' › ')
