import type { MatchedOperation, OperationId } from '@trestle/domain/platformApi/operations.ts'
import type { Services } from '../services.ts'
import type { OperationCall } from './call.ts'
import type { RestReply } from '../http/serveRest.ts'
import { createRfi } from './createRfi.ts'
import { listCompanies, showCompany } from './readCompanies.ts'
import { listAllProjects, listProjectSummaries, showProject } from './readProjects.ts'
import { listProjectRfis, listProjectRfisV1, showRfi } from './readRfis.ts'
import { updateRfi } from './updateRfi.ts'

type Run = (
  services: Pick<Services, 'db' | 'now' | 'settings'>,
  call: OperationCall,
) => Promise<RestReply> | RestReply

const operations: Record<OperationId, Run> = {
  list_companies: (_services, call) => listCompanies(call),
  show_company: (_services, call) => showCompany(call),
  list_projects: listAllProjects,
  list_project_summaries: listProjectSummaries,
  show_project: showProject,
  list_rfis: listProjectRfis,
  list_rfis_v1: listProjectRfisV1,
  create_rfi: createRfi,
  show_rfi: showRfi,
  update_rfi: updateRfi,
}

export const runOperation = async (
  services: Pick<Services, 'db' | 'now' | 'settings'>,
  { operation }: MatchedOperation,
  call: OperationCall,
): Promise<RestReply> => operations[operation.id](services, call)
