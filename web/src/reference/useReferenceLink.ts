import { useReader } from './context.ts'

/** Links inside the reference stay on the branch that is read. */
export function useReferenceLink(): (href: string) => string {
  const { currentBranch } = useReader()
  return (href) => {
    if (currentBranch === undefined || !href.startsWith('/reference')) return href
    const [path = '', hash] = href.split('#')
    const sign = path.includes('?') ? '&' : '?'
    const there = `${path}${sign}custom_service_sha=${encodeURIComponent(currentBranch)}`
    return hash === undefined ? there : `${there}#${hash}`
  }
}
