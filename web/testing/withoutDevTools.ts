import * as React from 'react'

/*
 * React's development build notes for DevTools where each element was created and how long each component rendered,
 * which takes a third of the time of component tests. Its warnings don't need that.
 */

// React DOM looks for it once, so this module is imported first.
Object.assign(console, { timeStamp: undefined })

// React itself notes no origins after 10,000 elements in a second.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) {
  throw new Error('React counts the elements whose origin it notes elsewhere.')
}
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set(_count: number) {
    // React would start again each second.
  },
})
