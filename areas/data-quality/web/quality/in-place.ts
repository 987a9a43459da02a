import type { Issue } from '../../contract/quality.ts'

export type EditedField = 'DateOfBirth' | 'Gender' | 'ContactNo' | 'Email'

/** Issues that staff correct in a single field; other issues need a dialog. */
export const editedFields: Partial<Record<Issue, EditedField>> = {
  DateOfBirth: 'DateOfBirth',
  Gender: 'Gender',
  ContactNo: 'ContactNo',
  Email: 'Email',
  EmailUnverified: 'Email',
}
