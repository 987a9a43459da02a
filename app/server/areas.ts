import { providerRoutes } from '#areas/access/server/providers/routes.ts'
import { accessRoutes } from '#areas/access/server/routes.ts'
import { approvalRoutes } from '#areas/approvals/server/routes.ts'
import { auditRoutes } from '#areas/audit/server/routes.ts'
import { customerRoutes } from '#areas/customers/server/routes.ts'
import { dashboardRoutes } from '#areas/dashboard/server/routes.ts'
import { expiryRoutes } from '#areas/expiry/server/routes.ts'
import { listsOf } from '#areas/exports/server/lists.ts'
import { exportRoutes } from '#areas/exports/server/routes.ts'
import { importRoutes } from '#areas/imports/server/routes.ts'
import { levelRoutes } from '#areas/levels/server/routes.ts'
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
import type { Route } from '#kit/server/serve.ts'
import { approvalKinds } from './approvals.ts'

/** The calls among these that answer a list: what they show can be exported. */
export const lists = listsOf(() => routes)

/** Every call that the server answers. An area that is not in this list does not exist. */
export const routes: readonly Route[] = [
  ...accessRoutes,
  ...providerRoutes,
  ...staffRoutes,
  ...setupRoutes,
  ...customerRoutes,
  ...upkeepRoutes,
  ...membershipRoutes,
  ...levelRoutes,
  ...mergeRoutes,
  ...mediaRoutes,
  ...auditRoutes,
  ...salesRoutes,
  ...pointRoutes,
  ...referralRoutes,
  ...expiryRoutes,
  ...approvalRoutes(approvalKinds),
  ...dashboardRoutes,
  ...importRoutes,
  ...exportRoutes(lists),
  ...viewRoutes,
  ...workspaceRoutes,
]
