import type { Issue } from '../../contract/quality.ts'

export type EditedField = 'DateOfBirth' | 'Gender' | 'ContactNo' | 'Email'

/** The field that corrects each simple data issue; all other issues need a dialog. */
export const fieldsByIssue: Partial<Record<Issue, EditedField>> = {
  DateOfBirth: 'DateOfBirth',
  Gender: 'Gender',
  ContactNo: 'ContactNo',
  Email: 'Email',
  EmailUnverified: 'Email',
}
