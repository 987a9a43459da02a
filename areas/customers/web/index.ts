// The public interface of these pages for other areas.
export { MemberField } from './members/MemberField.tsx'
export { MemberHeader } from './members/MemberHeader.tsx'
export { MemberPicker } from './members/MemberPicker.tsx'
export { SalePointSums, salePointNote } from './sale-points.tsx'
export type { CustomerDialogProps, FoundMember } from './slots.ts'
export { useContributedBulkActions } from './useBulkActions.tsx'
