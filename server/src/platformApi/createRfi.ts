import { createHash } from 'node:crypto'
import { RfiInput } from '@trestle/domain/platformApi/contract.ts'
import { dateIn } from '@trestle/domain/platformApi/dates.ts'
import { decideRfi, maxRfis } from '@trestle/domain/platformApi/rfiRules.ts'
import { timeZone } from '@trestle/domain/platformApi/samples.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Tx } from '../db/schema.ts'
import { RefusalError, refusalError, unwrap } from '../errors.ts'
import { requireSameRequest } from '../idempotency/requireSameRequest.ts'
import type { Services } from '../services.ts'
import type { OperationCall } from './call.ts'
import type { RestReply } from '../http/serveRest.ts'
import { parseBody } from './parseBody.ts'
import { presentRfi } from './present.ts'
import { requireNoQuery } from './reply.ts'
import { findProject } from './readProjects.ts'
import { countRfis, findCreatingCall, insertRfi, changeRfi } from './rfis/store.ts'
import { lockSandboxForRfis, assignRfiNumber } from './store.ts'

const retainKeysMs = dayMs
const keyPattern = /^[\x21-\x7E]{1,64}$/
/** The time until an RFI is due, if the call doesn't say it. */
const defaultDueMs = 7 * dayMs

const created = (reply: string, headers: Record<string, string> = {}): RestReply => ({
  status: 201,
  headers,
  body: JSON.parse(reply) as unknown,
})

const hashInput = (input: RfiInput): Buffer => createHash('sha256').update(JSON.stringify(input)).digest()

interface KeyedCall {
  projectId: number
  key: string
  requestHash: Buffer
  since: Date
}

/** Returns the reply to the earlier call with the same key, or null. Refuses a key of another request. */
async function replay(tx: Tx, { requestHash, ...call }: KeyedCall): Promise<RestReply | null> {
  const first = await findCreatingCall(tx, call)
  if (!first?.created_reply) return null
  if (first.request_hash) requireSameRequest(first.request_hash, requestHash)
  return created(first.created_reply, { 'idempotent-replay': 'true' })
}

/** Creates an RFI. A second call with the same key gets the reply to the first one. */
export async function createRfi(
  services: Pick<Services, 'db' | 'now' | 'settings'>,
  call: OperationCall,
): Promise<RestReply> {
  requireNoQuery(call)
  const { idempotencyKey: key, company } = call
  if (key !== undefined && !keyPattern.test(key)) {
    throw refusalError('malformed', 'Idempotency-Key must be 1 to 64 visible ASCII characters.')
  }
  const { rfi: input } = parseBody(RfiInput, call.body)
  const requestHash = hashInput(input)
  const project = await findProject(services, call, call.params['project_id'] ?? '')
  return services.db.transaction().execute(async (tx) => {
    // Runs one call at a time, so that the limit and the keys hold.
    await lockSandboxForRfis(tx, company.sandbox_id)
    const now = services.now()
    const since = new Date(now.getTime() - retainKeysMs)
    const known = key && (await replay(tx, { projectId: project.id, key, requestHash, since }))
    if (known) return known
    const rfi = unwrap(decideRfi(input, dateIn(now, timeZone)))
    await requireFewRfis(tx, company.sandbox_id)
    const { upload_ids: _none, ...columns } = rfi
    const row = await insertRfi(tx, {
      ...columns,
      project_id: project.id,
      number: rfi.status === 'open' ? await assignRfiNumber(tx, project.id) : null,
      rfi_manager_id: rfi.rfi_manager_id ?? null,
      due_date: rfi.due_date ?? dateIn(new Date(now.getTime() + defaultDueMs), timeZone),
      location_id: rfi.location_id ?? null,
      specification_section: rfi.specification_section ?? null,
      created_at: now,
      updated_at: now,
    })
    const reply = JSON.stringify(presentRfi(row))
    if (key) {
      await changeRfi(tx, row.id, { idempotency_key: key, request_hash: requestHash, created_reply: reply })
    }
    return created(reply)
  })
}

async function requireFewRfis(tx: Tx, sandboxId: number): Promise<void> {
  if ((await countRfis(tx, sandboxId)) < maxRfis) return
  throw new RefusalError({
    code: 'invalid_input',
    message: `The sandbox already has ${maxRfis} RFIs.`,
    fields: { rfi: [`can't be created: the sandbox already has ${maxRfis} RFIs`] },
  })
}
