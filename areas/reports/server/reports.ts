import { reportRoutes } from './report-routes.ts'

/** Reports whose rows are groups: all outlets together may have more rows than the company. */
export const groupedReports: ReadonlySet<string> = new Set(
  reportRoutes.flatMap(({ endpoint, report }) => (report.declared.grouped ? [endpoint.path] : [])),
)
