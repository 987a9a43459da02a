import { z } from 'zod'

/** Data of a prepared upgrade, stored with the customer until the upgrade is confirmed or cancelled. */
export const UpgradeData = z.object({
  MembershipNo: z.string(),
  CardCategoryCode: z.string(),
  CardLevelId: z.number().nullable(),
  InvoiceNo: z.string().nullable(),
  BasisAmount: z.string().nullable(),
  OverrideReason: z.string().nullable(),
  PreparedById: z.number().nullable(),
  PreparedByName: z.string(),
  PreparedAt: z.string(),
})
export type UpgradeData = z.infer<typeof UpgradeData>
