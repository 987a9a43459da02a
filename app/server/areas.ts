import { accessServerArea } from '#areas/access/server.ts'
import { activitiesServerArea } from '#areas/activities/server.ts'
import { approvalsServerArea } from '#areas/approvals/server.ts'
import { auditServerArea } from '#areas/audit/server.ts'
import { campaignsServerArea } from '#areas/campaigns/server.ts'
import { customFieldsServerArea } from '#areas/custom-fields/server.ts'
import { customerRewardsServerArea } from '#areas/customer-rewards/server.ts'
import { customersServerArea } from '#areas/customers/server.ts'
import { dashboardServerArea } from '#areas/dashboard/server.ts'
import { dataQualityServerArea } from '#areas/data-quality/server.ts'
import { eventFeed } from '#areas/event-feed/server.ts'
import { expiryServerArea } from '#areas/expiry/server.ts'
import { exportsServerArea } from '#areas/exports/server.ts'
import { feedbackServerArea } from '#areas/feedback/server.ts'
import { householdServerArea } from '#areas/household/server.ts'
import { importsServerArea } from '#areas/imports/server.ts'
import { leadsServerArea } from '#areas/leads/server.ts'
import { levelsServerArea } from '#areas/levels/server.ts'
import { mediaServerArea } from '#areas/media/server.ts'
import { membershipsServerArea } from '#areas/memberships/server.ts'
import { mergesServerArea } from '#areas/merges/server.ts'
import { messagesServerArea } from '#areas/messages/server.ts'
import { occasionsServerArea } from '#areas/occasions/server.ts'
import { organisationServerArea } from '#areas/organisation/server.ts'
import { peopleServerArea } from '#areas/people/server.ts'
import { pointsServerArea } from '#areas/points/server.ts'
import { privacyServerArea } from '#areas/privacy/server.ts'
import { provisioningServerArea } from '#areas/provisioning/server.ts'
import { referralsServerArea } from '#areas/referrals/server.ts'
import { reportingViewsServerArea } from '#areas/reporting-views/server.ts'
import { reportsServerArea } from '#areas/reports/server.ts'
import { retentionServerArea } from '#areas/retention/server.ts'
import { rewardsServerArea } from '#areas/rewards/server.ts'
import { salesServerArea } from '#areas/sales/server.ts'
import { segmentsServerArea } from '#areas/segments/server.ts'
import { selfServiceServerArea } from '#areas/self-service/server.ts'
import { setupServerArea } from '#areas/setup/server.ts'
import { staffServerArea } from '#areas/staff/server.ts'
import { tasksServerArea } from '#areas/tasks/server.ts'
import { tiersServerArea } from '#areas/tiers/server.ts'
import { tillsServerArea } from '#areas/tills/server.ts'
import { viewsServerArea } from '#areas/views/server.ts'
import { vouchersServerArea } from '#areas/vouchers/server.ts'
import { watchServerArea } from '#areas/watch/server.ts'
import { webhooksServerArea } from '#areas/webhooks/server.ts'
import { workspaceServerArea } from '#areas/workspace/server.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { declaredSetupRecords } from '#kit/contract/record.ts'
import { collectRowKinds, type ServerArea } from '#kit/server/area.ts'
import { collectBatchSteps, nightlyJob } from '#kit/server/nightly.ts'
import { recordCalls, withRecordRoutes } from '#kit/server/record.ts'
import { housekeepingJob } from './housekeeping.ts'

/** All areas of the product, in the order of db/layers.ts. Each area's `server.ts` declares its contributions. */
export const serverAreas: readonly ServerArea[] = [
  organisationServerArea,
  setupServerArea,
  accessServerArea,
  mediaServerArea,
  staffServerArea,
  provisioningServerArea,
  approvalsServerArea,
  auditServerArea,
  exportsServerArea,
  viewsServerArea,
  customFieldsServerArea,
  tiersServerArea,
  rewardsServerArea,
  customersServerArea,
  membershipsServerArea,
  householdServerArea,
  activitiesServerArea,
  pointsServerArea,
  vouchersServerArea,
  salesServerArea,
  customerRewardsServerArea,
  referralsServerArea,
  expiryServerArea,
  levelsServerArea,
  leadsServerArea,
  tillsServerArea,
  dataQualityServerArea,
  messagesServerArea,
  tasksServerArea,
  campaignsServerArea,
  feedbackServerArea,
  peopleServerArea,
  selfServiceServerArea,
  importsServerArea,
  mergesServerArea,
  retentionServerArea,
  segmentsServerArea,
  watchServerArea,
  occasionsServerArea,
  privacyServerArea,
  eventFeed,
  webhooksServerArea,
  workspaceServerArea,
  reportsServerArea,
  dashboardServerArea,
  reportingViewsServerArea,
].map(withRecordRoutes)

/** All routes with JSON replies. */
export const jsonRoutes = serverAreas.flatMap((area) => area.routes)

/** The paths of the setup pages of records. */
export const recordPages = declaredSetupRecords.flatMap(({ page }) => page ?? [])

/** All routes that receive or send a file. */
export const fileRoutes = serverAreas.flatMap((area) => area.files ?? [])

/** The area of each endpoint, whose pages make the call and whose errors and texts the call uses. */
export const areaOfEndpoint: ReadonlyMap<Endpoint, string> = new Map(
  serverAreas.flatMap(({ name, routes, records = [], files = [], belongsTo = {} }) => {
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
export const rowKinds = collectRowKinds(serverAreas)

/** All public pages with their area. */
export const publicPages = serverAreas.flatMap(({ name, publicPages = [] }) =>
  publicPages.map((page) => ({ ...page, area: name })),
)

/** All background jobs. */
export const backgroundJobs = [housekeepingJob, nightlyJob, ...serverAreas.flatMap((area) => area.jobs ?? [])]

/** The steps of the nightly batch, in the order in which they run. */
export const nightlyBatchSteps = collectBatchSteps(serverAreas)
