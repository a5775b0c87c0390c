const feed = /\.(?:atom|json)$/

/**
 * Returns a function that keeps links inside the reference on the current branch, except feeds, which have only the
 * default branch.
 */
export function branchAddress(branch: string | undefined): (href: string) => string {
  return (href) => {
    const [address = '', hash] = href.split('#')
    const [path = ''] = address.split('?')
    if (branch === undefined || !/^\/reference(?:\/|$)/.test(path) || feed.test(path)) return href
    const sign = address.includes('?') ? '&' : '?'
    const there = `${address}${sign}custom_service_sha=${encodeURIComponent(branch)}`
    return hash === undefined ? there : `${there}#${hash}`
  }
}
