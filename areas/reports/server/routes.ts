import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { keepReport, listReports, noteReport } from './home.ts'
import { reportRoutes } from './report-routes.ts'

export const routes = [
  ...reportRoutes,
  serve(contract.listReports, listReports),
  serve(contract.keepReport, keepReport),
  serve(contract.noteReport, noteReport),
]
