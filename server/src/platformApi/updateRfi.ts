import { RfiUpdate } from '@trestle/domain/platformApi/contract.ts'
import { dateIn } from '@trestle/domain/platformApi/dates.ts'
import { parseId } from '@trestle/domain/platformApi/queries.ts'
import { decideRfiUpdate } from '@trestle/domain/platformApi/rfiRules.ts'
import { timeZone } from '@trestle/domain/platformApi/samples.ts'
import { unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import type { OperationCall } from './call.ts'
import type { RestReply } from '../http/serveRest.ts'
import { parseBody } from './parseBody.ts'
import { presentRfi } from './present.ts'
import { requireNoQuery, requireRecord, success } from './reply.ts'
import { findProject } from './readProjects.ts'
import { lockRfi, changeRfi } from './rfis/store.ts'
import { assignRfiNumber } from './store.ts'

/** Changes an RFI, opens it or closes it. A draft gets its number when it is opened. */
export async function updateRfi(
  services: Pick<Services, 'db' | 'now' | 'settings'>,
  call: OperationCall,
): Promise<RestReply> {
  requireNoQuery(call)
  const { rfi: input } = parseBody(RfiUpdate, call.body)
  const project = await findProject(services, call, call.params['project_id'] ?? '')
  const id = requireRecord(parseId(call.params['id'] ?? ''))
  return services.db.transaction().execute(async (tx) => {
    const rfi = requireRecord(await lockRfi(tx, project.id, id))
    const now = services.now()
    const { status, ...changes } = unwrap(decideRfiUpdate(rfi, input, dateIn(now, timeZone)))
    const needsNumber = status !== 'draft' && rfi.number === null
    const row = await changeRfi(tx, id, {
      ...changes,
      status,
      number: needsNumber ? await assignRfiNumber(tx, project.id) : rfi.number,
      closed_at: status === 'closed' ? (rfi.closed_at ?? now) : null,
      updated_at: now,
    })
    return success(presentRfi(row))
  })
}
