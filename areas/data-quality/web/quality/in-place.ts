import type { Issue } from '../../contract/quality.ts'

export type EditedField = 'DateOfBirth' | 'Gender' | 'ContactNo' | 'Email'

/** Issues that one field fixes where it stands; the others need a dialog. */
export const inPlace: Partial<Record<Issue, EditedField>> = {
  DateOfBirth: 'DateOfBirth',
  Gender: 'Gender',
  ContactNo: 'ContactNo',
  Email: 'Email',
  EmailUnverified: 'Email',
}
