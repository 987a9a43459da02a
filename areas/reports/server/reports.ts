import { reportRoutes } from './report-routes.ts'

/** Reports whose rows are groups; the rows of all outlets together can exceed those of the company. */
export const groupedReports: ReadonlySet<string> = new Set(
  reportRoutes.flatMap(({ endpoint, report }) => (report.declared.grouped ? [endpoint.path] : [])),
)
