import { access } from '#areas/access/web.ts'
import { activities } from '#areas/activities/web.ts'
import { approvals } from '#areas/approvals/web.ts'
import { audit } from '#areas/audit/web.ts'
import { campaigns } from '#areas/campaigns/web.ts'
import { customFields } from '#areas/custom-fields/web.ts'
import { customerRewards } from '#areas/customer-rewards/web.ts'
import { customers } from '#areas/customers/web.ts'
import { dashboard } from '#areas/dashboard/web.ts'
import { dataQuality } from '#areas/data-quality/web.ts'
import { eventFeed } from '#areas/event-feed/web.ts'
import { expiry } from '#areas/expiry/web.ts'
import { exports } from '#areas/exports/web.ts'
import { feedback } from '#areas/feedback/web.ts'
import { household } from '#areas/household/web.ts'
import { imports } from '#areas/imports/web.ts'
import { leads } from '#areas/leads/web.ts'
import { levels } from '#areas/levels/web.ts'
import { media } from '#areas/media/web.ts'
import { memberships } from '#areas/memberships/web.ts'
import { merges } from '#areas/merges/web.ts'
import { messages } from '#areas/messages/web.ts'
import { points } from '#areas/points/web.ts'
import { privacy } from '#areas/privacy/web.ts'
import { referrals } from '#areas/referrals/web.ts'
import { reports } from '#areas/reports/web.ts'
import { retention } from '#areas/retention/web.ts'
import { rewards } from '#areas/rewards/web.ts'
import { sales } from '#areas/sales/web.ts'
import { segments } from '#areas/segments/web.ts'
import { selfService } from '#areas/self-service/web.ts'
import { setup } from '#areas/setup/web.ts'
import { staff } from '#areas/staff/web.ts'
import { tasks } from '#areas/tasks/web.ts'
import { views } from '#areas/views/web.ts'
import { vouchers } from '#areas/vouchers/web.ts'
import { watch } from '#areas/watch/web.ts'
import type { WebArea } from '#kit/web/area.ts'

/** The areas of the web application. Areas that are missing here are not part of the application. */
export const areas: readonly WebArea[] = [
  dashboard,
  customers,
  memberships,
  merges,
  points,
  levels,
  dataQuality,
  privacy,
  activities,
  customFields,
  expiry,
  eventFeed,
  referrals,
  leads,
  sales,
  rewards,
  customerRewards,
  household,
  retention,
  messages,
  tasks,
  campaigns,
  feedback,
  segments,
  selfService,
  reports,
  approvals,
  staff,
  access,
  setup,
  vouchers,
  imports,
  exports,
  audit,
  watch,
  media,
  views,
]
