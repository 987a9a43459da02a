import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract/prospects.ts'
import { leadSourceRoutes } from './lead-sources.ts'
import { listLeadSourceResults, listProspects } from './prospects.ts'

export const leadRoutes = [
  ...leadSourceRoutes,
  serve(contract.listProspects, listProspects),
  serve(contract.listLeadSourceResults, listLeadSourceResults),
]
