import { approvalsPath } from '#areas/approvals/paths.ts'
import { campaignPath } from '#areas/campaigns/paths.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { cardCategoryPath } from '#areas/memberships/paths.ts'
import { templatePath } from '#areas/messages/paths.ts'
import { ratePath, statementPath, structurePath } from '#areas/points/paths.ts'
import { rewardPath } from '#areas/rewards/paths.ts'
import { segmentPath } from '#areas/segments/paths.ts'
import { userPath } from '#areas/staff/paths.ts'
import { tasksPath } from '#areas/tasks/paths.ts'

const links: Readonly<Record<string, (id: string) => string>> = {
  Approval: (id) => approvalsPath({ id: Number(id) }),
  Campaign: (CampaignCode) => campaignPath({ CampaignCode }),
  CardCategory: (id) => cardCategoryPath({ CardCategoryId: Number(id) }),
  ContactTemplate: (id) => templatePath({ TemplateId: Number(id) }),
  Customer: (id) => customerPath({ CustomerId: Number(id) }),
  Membership: (MembershipNo) => statementPath({ MembershipNo }),
  PointRate: (id) => ratePath({ RateId: Number(id) }),
  PointStructure: (id) => structurePath({ StructureId: Number(id) }),
  Reward: (id) => rewardPath({ RewardId: Number(id) }),
  Segment: (id) => segmentPath({ SegmentId: Number(id) }),
  Staff: (id) => userPath({ StaffId: Number(id) }),
  Task: (id) => tasksPath({ task: Number(id) }),
}

/** Returns the path of the record's page, or undefined if the record has no page. */
export const recordPagePath = (ObjectType: string, ObjectId: string): string | undefined =>
  links[ObjectType]?.(ObjectId)
