import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { codeText, filterText, Id, optionalField, Phone, text, Version } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { Building } from '../contract.ts'

// Workplaces are outlets (buildings) and departments; all staff can read them, the role Settings can change them.

const access = { role: 'Settings', privilege: 'Manage Settings' } as const

export const PlaceStatus = z.enum(['Active', 'Inactive'])

export const buildingAndDepartmentRefusals = {
  headOfficeOnly: refusal(403, 'staff.head_office_only', 'Only head office can do this'),
  buildingNotFound: refusal(404, 'staff.building_not_found', 'Record not found'),
  departmentNotFound: refusal(404, 'staff.department_not_found', 'Record not found'),
  codeTaken: refusal(409, 'staff.code_taken', 'The code {Code} is already in use'),
  staffThere: refusal(409, 'staff.staff_there', 'It cannot be deactivated while these people work there: {Names}'),
  headOfficeStays: refusal(409, 'staff.head_office_stays', 'The head office cannot be deactivated'),
}

/** Type of a building as a number, as in the specification's lists. */
export const BuildingTypeId = z.int().min(1).max(9)

export const BuildingFields = z.strictObject({
  Code: codeText(10),
  Name: text(100),
  BuildingTypeId: BuildingTypeId.default(4),
  Phone: optionalField(Phone),
})

export const addBuilding = change({
  path: '/buildings/add',
  access,
  scope: unnamedRows('HQ'),
  about: ['building'],
  summary: 'Opens an outlet; its code never changes, because sales carry it',
  status: 201,
  body: BuildingFields,
  reply: Building,
})

export const updateBuilding = change({
  path: '/buildings/update',
  access,
  scope: namedRows(row('building', 'BuildingId', 'everyone')),
  summary: 'Changes an outlet; inactivating it is refused while active staff work there',
  body: BuildingFields.omit({ Code: true })
    .partial()
    .extend({ BuildingId: Id, Version, BuildingTypeId: BuildingTypeId.optional(), Status: PlaceStatus.optional() }),
  reply: Building,
})

export const Department = z.strictObject({
  DepartmentId: Id,
  Code: z.string(),
  Name: z.string(),
  Status: z.enum(['Active', 'Inactive', 'Deleted']),
  Version,
})
export type Department = z.infer<typeof Department>

export const DepartmentFields = z.strictObject({ Code: codeText(10), Name: text(100) })

export const listDepartments = read({
  path: '/departments/find-all',
  access: 'staff',
  scope: unnamedRows('shared'),
  about: ['department'],
  summary: 'Departments, inactive ones too',
  body: pageQuery(
    { Code: filterText, Name: filterText, Status: filterText },
    { rows: 100, sort: ['Code', 'Name', 'Status'], whole: true },
  ),
  reply: pageReply(Department),
})

export const addDepartment = change({
  path: '/departments/add',
  access,
  scope: unnamedRows('HQ'),
  about: ['department'],
  summary: 'Adds a department',
  status: 201,
  body: DepartmentFields,
  reply: Department,
})

export const updateDepartment = change({
  path: '/departments/update',
  access,
  scope: namedRows(row('department', 'DepartmentId', 'everyone')),
  summary: 'Changes a department; inactivating it is refused while active staff belong to it',
  body: z.strictObject({ DepartmentId: Id, Version, Name: text(100).optional(), Status: PlaceStatus.optional() }),
  reply: Department,
})
