import type { ServerArea } from '#kit/server/area.ts'
import * as records from './contract/records.ts'
import { companyLogo } from './contract.ts'
import { mountLogoRoute } from './server/logo.ts'
import { setupRoutes } from './server/routes.ts'

export const setupServerArea: ServerArea = {
  name: 'setup',
  routes: setupRoutes,
  records: Object.values(records),
  files: [{ calls: [companyLogo], mount: mountLogoRoute, outsideApi: true }],
}
