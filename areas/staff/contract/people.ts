import { z } from 'zod'
import { ImageUrl } from '#areas/media/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  Email,
  Id,
  Instant,
  membershipNumber,
  optionalField,
  Phone,
  text,
  Version,
} from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { Staff } from '../contract.ts'

// Staff records. Roles and privileges belong to user accounts (access/contract/accounts.ts).

const role = 'User Roles'

export const peopleRefusals = {
  notFound: refusal(404, 'staff.not_found', 'Record not found'),
  deleted: refusal(409, 'staff.deleted', 'This staff member is deleted'),
  notDeleted: refusal(409, 'staff.not_deleted', 'Only a deleted staff member can be restored'),
  undoOver: refusal(409, 'staff.undo_over', 'A delete can be undone within 30 seconds only'),
  salesPersonTaken: refusal(
    409,
    'staff.sales_person_taken',
    'The salesperson code {SalesPersonCode} belongs to another staff member',
  ),
  emailTaken: refusal(409, 'staff.email_taken', 'The e-mail {Email} belongs to another active staff member'),
  phoneTaken: refusal(409, 'staff.phone_taken', 'The phone number {ContactNo} belongs to another active staff member'),
  noSuchPlace: refusal(409, 'staff.no_such_place', 'There is no active outlet with the code {BuildingCode}'),
  noSuchDepartment: refusal(
    409,
    'staff.no_such_department',
    'There is no active department with the code {DepartmentCode}',
  ),
  noSuchMember: refusal(409, 'staff.no_such_member', 'There is no member with the number {MembershipNo}'),
  wrongPlace: refusal(409, 'staff.wrong_place', 'Staff of type {StaffType} cannot work at {BuildingCode}'),
  self: refusal(409, 'staff.self', 'You cannot do this to your own record. Ask a colleague'),
}

export const Person = Staff.extend({
  Image: z.string().nullable(),
  Email: z.string().nullable(),
  ContactNo: z.string().nullable(),
  BuildingName: z.string(),
  DepartmentName: z.string().nullable(),
  /** Staff member's own membership number; only other staff may enter, return and approve sales to this membership. */
  OwnMembershipNo: z.string().nullable(),
  OwnCustomerName: z.string().nullable(),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type Person = z.infer<typeof Person>

export const PersonFields = z.strictObject({
  FullName: text(150),
  PreferredName: text(60),
  JobTitle: optionalField(text(100)),
  /** A photo that the caller has uploaded but not attached, or the current photo. */
  Image: optionalField(ImageUrl),
  Email: optionalField(Email),
  ContactNo: optionalField(Phone),
  StaffType: Staff.shape.StaffType,
  BuildingCode: codeText(10),
  DepartmentCode: optionalField(codeText(10)),
  SalesPersonCode: optionalField(codeText(20)),
  /** Staff member's own membership number; null removes the link between staff member and membership. */
  OwnMembershipNo: optionalField(membershipNumber),
})

export const getStaff = read({
  path: '/staffs/find-one',
  access: { role },
  scope: namedRows(row('staff', 'StaffId', 'HQ')),
  summary: 'Returns one member of staff with contact details',
  body: z.strictObject({ StaffId: Id }),
  reply: Person,
})

export const addStaff = change({
  path: '/staffs/add',
  access: { role },
  scope: unnamedRows('HQ', row('membership', 'OwnMembershipNo', 'looked up')),
  about: ['staff'],
  summary: 'Adds a member of staff; an account is given to them by a call of its own',
  status: 201,
  body: PersonFields,
  reply: Person,
})

export const updateStaff = change({
  path: '/staffs/update',
  access: { role },
  scope: namedRows(row('staff', 'StaffId', 'HQ'), row('membership', 'OwnMembershipNo', 'looked up')),
  summary: 'Changes the fields that are sent; Inactive ends every session of the person',
  body: PersonFields.partial().extend({ StaffId: Id, Version, Status: z.enum(['Active', 'Inactive']).optional() }),
  reply: Person,
})

export const deleteStaff = change({
  path: '/staffs/delete',
  access: { role },
  scope: namedRows(row('staff', 'StaffId', 'HQ')),
  summary: 'Marks a member of staff as Deleted and ends every session of theirs',
  body: z.strictObject({ StaffId: Id }),
  reply: Person,
})

export const restoreStaff = change({
  path: '/staffs/restore',
  access: { role },
  scope: namedRows(row('staff', 'StaffId', 'HQ')),
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ StaffId: Id }),
  reply: Person,
})
