import type { Issue } from '../../contract/quality.ts'

export type FieldEditableInRow = 'DateOfBirth' | 'Gender' | 'ContactNo' | 'Email'

/** The field that corrects each simple data issue; all other issues need a dialog. */
export const editableFieldByIssue: Partial<Record<Issue, FieldEditableInRow>> = {
  DateOfBirth: 'DateOfBirth',
  Gender: 'Gender',
  ContactNo: 'ContactNo',
  Email: 'Email',
  EmailUnverified: 'Email',
}
