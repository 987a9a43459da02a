import { z } from 'zod'
import { Staff } from '#areas/access/contract/staff.ts'
import { read } from '#kit/contract/endpoint.ts'
import { filterText, Id, upperCaseFilter, Version } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** A building is an outlet, the head office or a service centre. */
export const Building = z.strictObject({
  BuildingId: Id,
  Code: z.string(),
  Name: z.string(),
  BuildingTypeId: z.int(),
  Phone: z.string().nullable(),
  Status: z.enum(['Active', 'Inactive', 'Deleted']),
  Version,
})
export type Building = z.infer<typeof Building>

/** A building in lists, with the specification's field names `Id`, `code` and `name`. */
export const ListedBuilding = Building.extend({ Id, code: z.string(), name: z.string() })
export type ListedBuilding = z.infer<typeof ListedBuilding>

export { Staff }

export const Department = z.strictObject({ DepartmentId: Id, Code: z.string(), Name: z.string() })

export const listBuildings = read({
  path: '/buildings/find-all',
  access: 'staff',
  scope: unnamedRows('shared'),
  about: ['building'],
  summary: 'Outlets and head office',
  body: pageQuery(
    { Status: filterText, Code: filterText, Name: filterText, building_type_id: z.array(z.int()).max(20) },
    { rows: 100, sort: ['Code', 'Name'], whole: true },
  ),
  reply: pageReply(ListedBuilding),
})

export const getBuildings = read({
  method: 'GET',
  path: '/buildings',
  access: 'staff',
  scope: unnamedRows('shared'),
  about: ['building'],
  summary: 'Lists all active outlets and head office',
  body: z.strictObject({}),
  reply: pageReply(ListedBuilding),
})

export const getDepartments = read({
  method: 'GET',
  path: '/departments',
  access: 'staff',
  scope: unnamedRows('shared'),
  about: ['department'],
  summary: 'Lists all departments',
  body: z.strictObject({}),
  reply: pageReply(Department),
})

export const listStaffs = read({
  path: '/staffs/find-all',
  access: 'staff',
  scope: unnamedRows('shared'),
  about: ['staff'],
  summary: 'Lists staff by name, code or outlet',
  body: pageQuery(
    { Q: filterText, BuildingCode: upperCaseFilter, SalesPersonCode: filterText, Status: filterText },
    { rows: 20, sort: ['FullName', 'SalesPersonCode'], whole: true },
  ),
  reply: pageReply(Staff),
})
