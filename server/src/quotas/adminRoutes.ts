import * as contract from '@trestle/domain/quotas/contract.ts'
import { route } from '../http/route.ts'
import { toPage } from '../lists/toPage.ts'
import { createBucket, deleteBucket, updateBucket } from './write.ts'
import { listChanges } from './changes/store.ts'
import { loadBuckets, presentChange, loadServers, requireServer } from './present.ts'
import { previewBucket } from './preview.ts'
import { revertChange } from './revertChange.ts'

export const adminQuotaRoutes = [
  route(contract.listQuotaServers, {
    access: 'platformAdmin',
    handle: ({ services }) => loadServers(services),
  }),
  route(contract.listBuckets, {
    access: 'platformAdmin',
    handle: ({ services, params }) => loadBuckets(services, params.server),
  }),
  route(contract.createBucket, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) => createBucket(services, actor, params.server, body),
  }),
  route(contract.updateBucket, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) => updateBucket(services, actor, params, body),
  }),
  route(contract.deleteBucket, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, query }) => deleteBucket(services, actor, params, query),
  }),
  route(contract.previewBucket, {
    access: 'platformAdmin',
    handle: ({ services, params, body }) => previewBucket(services, params.server, body),
  }),
  route(contract.listBucketChanges, {
    access: 'platformAdmin',
    handle: async ({ services, params, query }) => {
      requireServer(services, params.server)
      const bucketId = query.filters?.bucket_id
      const { rows, total } = await listChanges(services.db, params.server, bucketId, toPage(query))
      return { rows: rows.map(presentChange), total }
    },
  }),
  route(contract.revertBucketChange, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) => revertChange(services, actor, params, body),
  }),
]
