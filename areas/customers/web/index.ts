// The public interface of these pages for other areas.
export { MemberField } from './members/MemberField.tsx'
export { MemberHeader } from './members/MemberHeader.tsx'
export { MemberPicker } from './members/MemberPicker.tsx'
export { formatSalePointNote, SalePointSums } from './sale-points.tsx'
export type { CustomerDialogProps, MemberSearchResult } from './slots.ts'
export { useContributedCustomerBulkActions } from './useBulkActions.tsx'
