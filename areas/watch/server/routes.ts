import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { decideFinding } from './decide.ts'
import { getFinding, listFindings } from './findings.ts'
import { runWatchNow } from './run.ts'

export const watchRoutes = [
  serve(contract.listFindings, listFindings),
  serve(contract.getFinding, getFinding),
  serve(contract.decideFinding, decideFinding),
  serve(contract.runWatchNow, runWatchNow),
]
