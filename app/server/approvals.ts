import { type ApprovalKind, kindsOf } from '#areas/approvals/server/index.ts'
import { largeImport } from '#areas/imports/server/index.ts'
import { levelKind } from '#areas/levels/server/index.ts'
import { mergeKind } from '#areas/merges/server/index.ts'
import { adjustmentKinds } from '#areas/points/server/index.ts'
import { manualSaleKind } from '#areas/sales/server/index.ts'

/** Everything that needs a second person. A kind that is not in this list can neither be asked for nor approved. */
const list: readonly ApprovalKind[] = [...adjustmentKinds, largeImport, mergeKind, levelKind, manualSaleKind]

export const approvalKinds = kindsOf(list)
