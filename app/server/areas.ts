import { providerRoutes } from '#areas/access/server/providers/routes.ts'
import { accessRoutes } from '#areas/access/server/routes.ts'
import { approvalRoutes } from '#areas/approvals/server/routes.ts'
import { auditRoutes } from '#areas/audit/server/routes.ts'
import { customerRoutes } from '#areas/customers/server/routes.ts'
import { dashboardRoutes } from '#areas/dashboard/server/routes.ts'
import { expiryRoutes } from '#areas/expiry/server/routes.ts'
import { downloadExport } from '#areas/exports/contract.ts'
import { listsOf } from '#areas/exports/server/lists.ts'
import { exportRoutes } from '#areas/exports/server/routes.ts'
import { importFailedRows, uploadImport } from '#areas/imports/contract.ts'
import { importRoutes } from '#areas/imports/server/routes.ts'
import { levelRoutes } from '#areas/levels/server/routes.ts'
import { mediaFile, uploadMedia } from '#areas/media/contract.ts'
import { mediaRoutes } from '#areas/media/server/routes.ts'
import { membershipRoutes } from '#areas/memberships/server/routes.ts'
import { mergeRoutes } from '#areas/merges/server/routes.ts'
import { pointRoutes } from '#areas/points/server/routes.ts'
import { referralRoutes } from '#areas/referrals/server/routes.ts'
import { salesRoutes } from '#areas/sales/server/routes.ts'
import { setupRoutes } from '#areas/setup/server/routes.ts'
import { staffRoutes } from '#areas/staff/server/routes.ts'
import { upkeepRoutes } from '#areas/upkeep/server/routes.ts'
import { viewRoutes } from '#areas/views/server/routes.ts'
import { workspaceRoutes } from '#areas/workspace/server/routes.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Route } from '#kit/server/serve.ts'
import { approvalKinds } from './approvals.ts'
import { rowKinds } from './row-kinds.ts'

/** The calls among these that answer a list: what they show can be exported. */
export const lists = listsOf(() => routes)

/** The calls of each area. An area that is not in this list does not exist. */
const routesOf: Record<string, readonly Route[]> = {
  access: [...accessRoutes, ...providerRoutes],
  staff: staffRoutes,
  setup: setupRoutes,
  customers: customerRoutes,
  upkeep: upkeepRoutes,
  memberships: membershipRoutes,
  levels: levelRoutes,
  merges: mergeRoutes,
  media: mediaRoutes,
  audit: auditRoutes,
  sales: salesRoutes,
  points: pointRoutes,
  referrals: referralRoutes,
  expiry: expiryRoutes,
  approvals: approvalRoutes(approvalKinds),
  dashboard: dashboardRoutes,
  imports: importRoutes,
  exports: exportRoutes({ lists, rowKinds }),
  views: viewRoutes,
  workspace: workspaceRoutes,
}

/** Every call that the server answers in JSON. */
export const routes: readonly Route[] = Object.values(routesOf).flat()

/** Those that take or give a file; they are mounted by their areas' own `files.ts`. */
export const fileCalls: Record<string, readonly Endpoint[]> = {
  imports: [uploadImport, importFailedRows],
  exports: [downloadExport],
  media: [uploadMedia, mediaFile],
}

/** The area that each call belongs to. */
export const areaOf: ReadonlyMap<Endpoint, string> = new Map([
  ...Object.entries(routesOf).flatMap(([area, own]) => own.map(({ endpoint }) => [endpoint, area] as const)),
  ...Object.entries(fileCalls).flatMap(([area, own]) => own.map((endpoint) => [endpoint, area] as const)),
])
