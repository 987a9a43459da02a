// What the pages of areas above may use of customers.
export { MemberField } from './members/MemberField.tsx'
export { MemberHeader } from './members/MemberHeader.tsx'
export { MemberPicker } from './members/MemberPicker.tsx'
export type { CustomerDialogProps, FoundMember } from './slots.ts'
export { useBulkActions } from './useBulkActions.tsx'
