import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { listReports, recordReportRun, setFavouriteReport } from './home.ts'
import { reportRoutes } from './report-routes.ts'

export const reportAreaRoutes = [
  ...reportRoutes,
  serve(contract.listReports, listReports),
  serve(contract.setFavouriteReport, setFavouriteReport),
  serve(contract.recordReportRun, recordReportRun),
]
