import { queryOptions } from '@tanstack/react-query'
import { getResourceGroup } from '@trestle/domain/reference/calls.ts'
import { GroupDocument } from '@trestle/domain/reference/content.ts'
import { call } from '../http/call.ts'
import { readReply } from '../http/reply.ts'
import { branchQuery, referenceKeys, staleTime, type Source } from './queries.ts'

/** Loads a resource group. Only its page also loads the schema of its document. */
export const resourceGroup = (source: Source, slug: string) =>
  queryOptions({
    queryKey: referenceKeys.group(source, slug),
    staleTime,
    queryFn: async ({ signal }) =>
      readReply(
        GroupDocument,
        await call(
          getResourceGroup,
          { params: { slug }, query: branchQuery(source) },
          { signal, base: source.devApiUrl },
        ),
      ),
  })
