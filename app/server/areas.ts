import { access } from '#areas/access/server.ts'
import { activities } from '#areas/activities/server.ts'
import { approvals } from '#areas/approvals/server.ts'
import { audit } from '#areas/audit/server.ts'
import { campaigns } from '#areas/campaigns/server.ts'
import { customFields } from '#areas/custom-fields/server.ts'
import { customerRewards } from '#areas/customer-rewards/server.ts'
import { customers } from '#areas/customers/server.ts'
import { dashboard } from '#areas/dashboard/server.ts'
import { dataQuality } from '#areas/data-quality/server.ts'
import { expiry } from '#areas/expiry/server.ts'
import { exports } from '#areas/exports/server.ts'
import { feedback } from '#areas/feedback/server.ts'
import { household } from '#areas/household/server.ts'
import { imports } from '#areas/imports/server.ts'
import { leads } from '#areas/leads/server.ts'
import { levels } from '#areas/levels/server.ts'
import { media } from '#areas/media/server.ts'
import { memberships } from '#areas/memberships/server.ts'
import { merges } from '#areas/merges/server.ts'
import { messages } from '#areas/messages/server.ts'
import { occasions } from '#areas/occasions/server.ts'
import { organisation } from '#areas/organisation/server.ts'
import { people } from '#areas/people/server.ts'
import { points } from '#areas/points/server.ts'
import { privacy } from '#areas/privacy/server.ts'
import { referrals } from '#areas/referrals/server.ts'
import { reports } from '#areas/reports/server.ts'
import { retention } from '#areas/retention/server.ts'
import { rewards } from '#areas/rewards/server.ts'
import { sales } from '#areas/sales/server.ts'
import { segments } from '#areas/segments/server.ts'
import { selfService } from '#areas/self-service/server.ts'
import { setup } from '#areas/setup/server.ts'
import { staff } from '#areas/staff/server.ts'
import { tasks } from '#areas/tasks/server.ts'
import { tiers } from '#areas/tiers/server.ts'
import { tills } from '#areas/tills/server.ts'
import { views } from '#areas/views/server.ts'
import { vouchers } from '#areas/vouchers/server.ts'
import { watch } from '#areas/watch/server.ts'
import { workspace } from '#areas/workspace/server.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { declaredRecords } from '#kit/contract/record.ts'
import { collectRowKinds, type ServerArea } from '#kit/server/area.ts'
import { collectBatchSteps, nightlyJob } from '#kit/server/nightly.ts'
import { recordCalls, withRecordRoutes } from '#kit/server/record.ts'
import { housekeeping } from './housekeeping.ts'

/** All areas of the product, in the order of db/layers.ts. Each area's `server.ts` declares its contributions. */
export const areas: readonly ServerArea[] = [
  organisation,
  setup,
  access,
  media,
  staff,
  approvals,
  audit,
  exports,
  views,
  customFields,
  tiers,
  rewards,
  customers,
  memberships,
  household,
  activities,
  points,
  vouchers,
  sales,
  customerRewards,
  referrals,
  expiry,
  levels,
  leads,
  tills,
  dataQuality,
  messages,
  tasks,
  campaigns,
  feedback,
  people,
  selfService,
  imports,
  merges,
  retention,
  segments,
  watch,
  occasions,
  privacy,
  workspace,
  reports,
  dashboard,
].map(withRecordRoutes)

/** All routes with JSON replies. */
export const routes = areas.flatMap((area) => area.routes)

/** The paths of the setup pages of records. */
export const recordPages = declaredRecords.flatMap(({ page }) => page ?? [])

/** All routes that receive or send a file. */
export const files = areas.flatMap((area) => area.files ?? [])

/** The area of each endpoint, whose pages make the call and whose errors and texts the call uses. */
export const areaOfEndpoint: ReadonlyMap<Endpoint, string> = new Map(
  areas.flatMap(({ name, routes, records = [], files = [], belongsTo = {} }) => {
    const foreignRoutes = Object.entries(belongsTo).flatMap(([area, routes]) =>
      routes.map((route) => [route, area] as const),
    )
    const areaOfRoute = new Map(foreignRoutes)
    return [
      ...routes.map((route) => [route.endpoint, areaOfRoute.get(route) ?? name] as const),
      ...records.flatMap((record) => recordCalls(record).map((endpoint) => [endpoint, record.area] as const)),
      ...files.flatMap(({ calls }) => calls.map((endpoint) => [endpoint, name] as const)),
    ]
  }),
)

/** All kinds of rows to which the scopes of calls refer. */
export const rowKinds = collectRowKinds(areas)

/** All public pages with their area. */
export const publicPages = areas.flatMap(({ name, publicPages = [] }) =>
  publicPages.map((page) => ({ ...page, area: name })),
)

/** All background jobs. */
export const jobs = [housekeeping, nightlyJob, ...areas.flatMap((area) => area.jobs ?? [])]

/** The steps of the nightly batch, in the order in which they run. */
export const batchSteps = collectBatchSteps(areas)
