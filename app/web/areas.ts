import { accessWebArea } from '#areas/access/web.ts'
import { activitiesWebArea } from '#areas/activities/web.ts'
import { approvalsWebArea } from '#areas/approvals/web.ts'
import { auditWebArea } from '#areas/audit/web.ts'
import { campaignsWebArea } from '#areas/campaigns/web.ts'
import { customFieldsWebArea } from '#areas/custom-fields/web.ts'
import { customerRewardsWebArea } from '#areas/customer-rewards/web.ts'
import { customersWebArea } from '#areas/customers/web.ts'
import { dashboardWebArea } from '#areas/dashboard/web.ts'
import { dataQualityWebArea } from '#areas/data-quality/web.ts'
import { eventFeed } from '#areas/event-feed/web.ts'
import { expiryWebArea } from '#areas/expiry/web.ts'
import { exportsWebArea } from '#areas/exports/web.ts'
import { feedbackWebArea } from '#areas/feedback/web.ts'
import { householdWebArea } from '#areas/household/web.ts'
import { importsWebArea } from '#areas/imports/web.ts'
import { leadsWebArea } from '#areas/leads/web.ts'
import { levelsWebArea } from '#areas/levels/web.ts'
import { mediaWebArea } from '#areas/media/web.ts'
import { membershipsWebArea } from '#areas/memberships/web.ts'
import { mergesWebArea } from '#areas/merges/web.ts'
import { messagesWebArea } from '#areas/messages/web.ts'
import { pointsWebArea } from '#areas/points/web.ts'
import { privacyWebArea } from '#areas/privacy/web.ts'
import { provisioningWebArea } from '#areas/provisioning/web.ts'
import { referralsWebArea } from '#areas/referrals/web.ts'
import { reportsWebArea } from '#areas/reports/web.ts'
import { retentionWebArea } from '#areas/retention/web.ts'
import { rewardsWebArea } from '#areas/rewards/web.ts'
import { salesWebArea } from '#areas/sales/web.ts'
import { segmentsWebArea } from '#areas/segments/web.ts'
import { selfServiceWebArea } from '#areas/self-service/web.ts'
import { setupWebArea } from '#areas/setup/web.ts'
import { staffWebArea } from '#areas/staff/web.ts'
import { tasksWebArea } from '#areas/tasks/web.ts'
import { viewsWebArea } from '#areas/views/web.ts'
import { vouchersWebArea } from '#areas/vouchers/web.ts'
import { watchWebArea } from '#areas/watch/web.ts'
import { webhooksWebArea } from '#areas/webhooks/web.ts'
import type { WebArea } from '#kit/web/area.ts'

/** The areas of the web application. Areas that are missing here are not part of the application. */
export const webAreas: readonly WebArea[] = [
  dashboardWebArea,
  customersWebArea,
  membershipsWebArea,
  mergesWebArea,
  pointsWebArea,
  levelsWebArea,
  dataQualityWebArea,
  privacyWebArea,
  activitiesWebArea,
  customFieldsWebArea,
  expiryWebArea,
  eventFeed,
  provisioningWebArea,
  referralsWebArea,
  leadsWebArea,
  salesWebArea,
  rewardsWebArea,
  customerRewardsWebArea,
  householdWebArea,
  retentionWebArea,
  messagesWebArea,
  tasksWebArea,
  campaignsWebArea,
  feedbackWebArea,
  segmentsWebArea,
  selfServiceWebArea,
  reportsWebArea,
  approvalsWebArea,
  staffWebArea,
  webhooksWebArea,
  accessWebArea,
  setupWebArea,
  vouchersWebArea,
  importsWebArea,
  exportsWebArea,
  auditWebArea,
  watchWebArea,
  mediaWebArea,
  viewsWebArea,
]
