import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract/prospects.ts'
import { listLeadSourceResults, listProspects } from './prospects.ts'

export const leadRoutes = [
  serve(contract.listProspects, listProspects),
  serve(contract.listLeadSourceResults, listLeadSourceResults),
]
